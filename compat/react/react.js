import { options } from 'preact';

export * from 'preact/compat';
export { default } from 'preact/compat';

// As React does: what has `autoFocus` takes the focus when it comes into the page, after the layout effects, which may
// have shown the dialog that it stands in. `__e` is the element of a node, `__c` the hook for what has been drawn.
const known = new WeakSet();
let fresh = [];
const { diffed, __c: commit } = options;
options.diffed = (node) => {
  const element = typeof node.type === 'string' && node.props.autoFocus && node.__e;
  if (element && !known.has(element)) {
    known.add(element);
    fresh.push(element);
  }
  diffed?.(node);
};
options.__c = (root, queue) => {
  commit?.(root, queue);
  const elements = fresh;
  fresh = [];
  for (const element of elements) element.focus();
};
