/** The list item or table row that contains the element. */
export function rowAround(element: HTMLElement): HTMLElement {
  const row = element.closest<HTMLElement>('li, tr');
  if (!row) throw new Error(`“${element.textContent}” is in no row.`);
  return row;
}
