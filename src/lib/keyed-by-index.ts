/** Items keyed by their index, for React: only for items without another identity, such as the lines of a text. */
export const keyedByIndex = <Item>(items: readonly Item[]): { key: number; item: Item }[] =>
  items.map((item, key) => ({ key, item }));
