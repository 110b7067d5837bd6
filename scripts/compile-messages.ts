import type { NodePath, PluginObj, types as Types } from '@babel/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/**
 * A Babel plugin that runs after Lingui's macros: compiles the English messages in place, so that each chunk contains
 * its own and the first screen needs no catalog.
 */
export function compileMessages({ types }: { types: typeof Types }): PluginObj {
  return {
    visitor: {
      Program: {
        exit: (program: NodePath<Types.Program>) =>
          program.traverse({
            // Output of the macros: /** i18n */ { id, message, values, … }
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
