/** Classes of a page header and its tabs: in a narrow window they share one line, and the tabs take the title's place. */
export const tabbedHeader = {
  group: 'contents max-md:flex max-md:flex-wrap max-md:border-line max-md:border-b',
  header:
    'max-md:order-last max-md:border-b-0 max-md:ps-1 max-md:pe-2 max-md:[&>h1]:sr-only max-md:[&>h1+div:not(:last-child)]:hidden',
  tabs: 'border-line border-b max-md:min-w-0 max-md:flex-1 max-md:border-b-0',
} as const;
