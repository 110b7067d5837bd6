export const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
