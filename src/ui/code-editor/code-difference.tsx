import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useCallback } from 'react';
import type { CodeLanguage } from './code-lint.ts';
import { getShadowRoot, viewerExtensions } from './editor-setup.ts';

interface CodeDifferenceProps {
  label: string;
  language: CodeLanguage | undefined;
  before: string;
  after: string;
  layout: 'side-by-side' | 'inline';
}

/** Read-only diff of two texts; long unchanged stretches are folded. */
export function CodeDifference({ label, language, before, after, layout }: CodeDifferenceProps) {
  const show = useCallback(
    (host: HTMLDivElement) => {
      const root = getShadowRoot(host);
      const options = {
        collapseUnchanged: { margin: 2, minSize: 6 },
        diffConfig: { scanLimit: 1_000, timeout: 300 },
        gutter: true,
      };
      const extensions = [
        viewerExtensions(language ?? 'html'),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label }),
      ];
      if (layout === 'inline') {
        const merge = unifiedMergeView({ original: before, mergeControls: false, allowInlineDiffs: true, ...options });
        const view = new EditorView({ doc: after, extensions: [...extensions, merge], parent: root, root });
        return () => view.destroy();
      }
      const view = new MergeView({
        a: { doc: before, extensions },
        b: { doc: after, extensions },
        parent: root,
        root,
        ...options,
      });
      return () => view.destroy();
    },
    [label, language, before, after, layout],
  );
  return <div ref={show} dir="ltr" className="max-h-96 overflow-auto rounded-box border border-line" />;
}
