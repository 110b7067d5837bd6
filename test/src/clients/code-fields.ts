import { EditorView } from '@codemirror/view';
import { act, waitFor } from '@testing-library/react';

// jsdom lays nothing out, and edits nothing by command.
document.execCommand = () => false;
Range.prototype.getClientRects = () => Object.assign([], { item: () => null }) as unknown as DOMRectList; // As empty.
Range.prototype.getBoundingClientRect = () => new DOMRect();

/** The code editor of the given name: it lives in a shadow tree, where the queries of the page do not look. */
async function findEditor(name: string): Promise<EditorView> {
  return waitFor(() => {
    const host = document.querySelector(`[data-code-editor="${name}"]`);
    const content = host?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
    const view = content && EditorView.findFromDOM(content);
    if (!view) throw new Error(`There is no editor “${name}”.`);
    return view;
  });
}

/** What the editor holds. */
export const codeOf = async (name: string) => (await findEditor(name)).state.sliceDoc();

/** Types a text in the place of what the editor holds. */
export async function writeCode(name: string, text: string): Promise<void> {
  const view = await findEditor(name);
  act(() => {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input.type' });
    // Whatever is done next, it takes the focus away first.
    view.contentDOM.dispatchEvent(new FocusEvent('blur'));
  });
}

/** What the editor says of itself to a screen reader. */
export async function spokenOf(name: string, attribute: string): Promise<string | null> {
  return (await findEditor(name)).contentDOM.getAttribute(attribute);
}
