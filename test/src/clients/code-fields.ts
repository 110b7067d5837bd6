import { EditorView } from '@codemirror/view';
import { act, waitFor } from '@testing-library/react';

// jsdom has no layout and no editing commands.
document.execCommand = () => false;
Range.prototype.getClientRects = () => Object.assign([], { item: () => null }) as unknown as DOMRectList; // Empty.
Range.prototype.getBoundingClientRect = () => new DOMRect();

/** The code editor with the given name. It lives in a shadow tree, which Testing Library's queries do not reach. */
async function findEditor(name: string): Promise<EditorView> {
  return waitFor(() => {
    const host = document.querySelector(`[data-code-editor="${name}"]`);
    const content = host?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
    const view = content && EditorView.findFromDOM(content);
    if (!view) throw new Error(`There is no editor “${name}”.`);
    return view;
  });
}

/** The editor's content. */
export const codeOf = async (name: string) => (await findEditor(name)).state.sliceDoc();

/** Replaces the editor's content, and goes on typing, so that the form does not have the text yet. */
export async function typeCode(name: string, text: string): Promise<EditorView> {
  const view = await findEditor(name);
  const changes = { from: 0, to: view.state.doc.length, insert: text };
  act(() => view.dispatch({ changes, userEvent: 'input.type' }));
  return view;
}

/** Replaces the editor's content. */
export async function writeCode(name: string, text: string): Promise<void> {
  const view = await typeCode(name, text);
  // Any next user action would blur the editor first.
  act(() => void view.contentDOM.dispatchEvent(new FocusEvent('blur')));
}

/** An ARIA attribute of the editor. */
export async function spokenOf(name: string, attribute: string): Promise<string | null> {
  return (await findEditor(name)).contentDOM.getAttribute(attribute);
}

/** Accessible names of the texts of the diff within an element. */
export async function differenceNames(element: HTMLElement): Promise<(string | null)[]> {
  return waitFor(() => {
    const roots = [...element.querySelectorAll('div')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const texts = roots.flatMap((root) => [...root.querySelectorAll('.cm-content')]);
    if (texts.length === 0) throw new Error('There is no diff.');
    return texts.map((text) => text.getAttribute('aria-label'));
  });
}
