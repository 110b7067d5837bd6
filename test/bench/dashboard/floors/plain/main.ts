import { type Asked, approveDraft, type Draft, readDrafts } from '../drafts.ts';
import { element } from './element.ts';
import '../floor.css';

/** The same page as the React floor, by direct DOM manipulation. */
const list = element('ul', { ariaLabel: 'Drafts' });
const pane = element('article', { ariaLabel: 'Draft' });
const search = element('input', { type: 'search', ariaLabel: 'Search' });
const next = element('button', { type: 'button', hidden: true }, 'Next page');
document.getElementById('root')?.append(element('header', {}, search), list, pane, element('footer', {}, next));

const rows = new Map<string, { draft: Draft; row: HTMLElement }>();
let asked: Asked = { search: '', page: 1 };
let reading = new AbortController();
let chosen: string | undefined;

const rowOf = (id: string | undefined) => rows.get(id ?? '')?.row;
const idOf = (row: Element | null | undefined) => (row instanceof HTMLElement ? row.dataset.id : undefined);

async function ask(query: Asked) {
  asked = query;
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  try {
    const { drafts, hasNext } = await readDrafts(query, signal);
    rows.clear();
    for (const draft of drafts) rows.set(draft.id, { draft, row: rowFor(draft) });
    list.replaceChildren(...[...rows.values()].map(({ row }) => row));
    next.hidden = !hasNext;
    choose(drafts[0]?.id);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function rowFor({ id, room, age, text, author }: Draft) {
  const link = element(
    'a',
    { href: `#${id}` },
    element('span', {}, element('b', { dir: 'auto' }, room), element('small', {}, age)),
    element('span', {}, element('i', { dir: 'auto' }, text), element('small', { dir: 'auto' }, author)),
  );
  const approval = element('button', { type: 'button', name: 'approve' }, 'Approve');
  approval.setAttribute('aria-keyshortcuts', 'a');
  const editing = element('button', { type: 'button', name: 'edit' }, 'Edit');
  editing.setAttribute('aria-keyshortcuts', 'e');
  const row = element('li', {}, link, approval, editing);
  row.dataset.id = id;
  return row;
}

function choose(id: string | undefined, isEditing = false) {
  rowOf(chosen)?.querySelector('a')?.removeAttribute('aria-current');
  chosen = id;
  const { draft, row } = rows.get(id ?? '') ?? {};
  row?.querySelector('a')?.setAttribute('aria-current', 'true');
  row?.scrollIntoView({ block: 'nearest' });
  if (!draft) return pane.replaceChildren();
  const title = element('h2', { dir: 'auto' }, `${draft.author} for ${draft.room}`);
  const text = element('p', { dir: 'auto' }, draft.text);
  pane.replaceChildren(title, isEditing ? formFor(draft) : text);
  pane.querySelector('textarea')?.focus();
}

function formFor(draft: Draft) {
  const text = element('textarea', { ariaLabel: 'Text', rows: 5, value: draft.text });
  const cancel = element('button', { type: 'button', onclick: () => choose(draft.id) }, 'Cancel');
  const form = element('form', { ariaLabel: 'Edit' }, text, element('button', {}, 'Approve with edits'), cancel);
  form.onsubmit = (event) => {
    event.preventDefault();
    approve(draft.id, text.value);
  };
  return form;
}

function approve(id: string, text?: string) {
  const row = rowOf(id);
  if (id === chosen) choose(idOf(row?.nextElementSibling ?? row?.previousElementSibling));
  row?.remove();
  rows.delete(id);
  void approveDraft(id, text);
}

list.addEventListener('click', ({ target }) => {
  const [part, id] = target instanceof Element ? [target.closest('a, button'), idOf(target.closest('li'))] : [];
  if (!part || id === undefined) return;
  if (part.matches('[name=approve]')) approve(id);
  else choose(id, part.matches('[name=edit]'));
});
search.addEventListener('input', () => void ask({ search: search.value, page: 1 }));
next.addEventListener('click', () => void ask({ ...asked, page: asked.page + 1 }));
document.addEventListener('keydown', (event) => {
  if (event.target instanceof Element && event.target.matches('input, textarea')) return;
  const row = rowOf(chosen);
  if (event.key === 'j' && row?.nextElementSibling) choose(idOf(row.nextElementSibling));
  else if (event.key === 'k' && row?.previousElementSibling) choose(idOf(row.previousElementSibling));
  else if (event.key === 'a' && chosen) approve(chosen);
  else if (event.key === 'e' && chosen) choose(chosen, true);
  else return;
  event.preventDefault();
});

void ask(asked);
