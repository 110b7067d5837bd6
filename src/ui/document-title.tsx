import { useLayoutEffect, useState } from 'react';

/** What the page's title would be without a page. */
const program = document.title;
const titles: { words: string }[] = [];

const showLatest = () => {
  document.title = titles.at(-1)?.words ?? program;
};

/** The title of the tab while this is shown; of several the one that came last, such as that of a dialog's page. */
export function DocumentTitle({ children }: { children: string }) {
  const [title] = useState({ words: children });
  useLayoutEffect(() => {
    titles.push(title);
    return () => {
      titles.splice(titles.indexOf(title), 1);
      showLatest();
    };
  }, [title]);
  useLayoutEffect(() => {
    title.words = children;
    showLatest();
  }, [title, children]);
  return null;
}
