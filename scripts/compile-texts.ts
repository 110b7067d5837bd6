import type { NodePath, PluginObj, types as Types } from '@babel/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/**
 * A Babel plugin, to stand behind Lingui's macros: compiles the English of every text where it is used, so that each
 * chunk brings its own texts, and no catalog has to come before the first screen.
 */
export function compileTexts({ types }: { types: typeof Types }): PluginObj {
  return {
    visitor: {
      Program: {
        exit: (program: NodePath<Types.Program>) =>
          program.traverse({
            // What the macros leave of a text: /** i18n */ { id, message, values, … }
            ObjectProperty({ node, parent }) {
              const isText = parent.leadingComments?.some(({ value }) => value.trim() === '* i18n');
              if (!isText || !types.isIdentifier(node.key, { name: 'message' })) return;
              if (types.isStringLiteral(node.value)) node.value = types.valueToNode(compileMessage(node.value.value));
            },
          }),
      },
    },
  };
}
