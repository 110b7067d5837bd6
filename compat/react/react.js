import { options } from 'preact';

export * from 'preact/compat';
export { default } from 'preact/compat';

// As React does: what has `autoFocus` takes the focus when it comes into the page, after the layout effects, which may
// have shown the dialog that it stands in. `__e` is the element of a node, `__c` the hook for what has been drawn.
const known = new WeakSet();
let fresh = [];
/** The node that each component was drawn as last, and those that were until now. */
const latest = new WeakMap();
let replaced = [];
const { diffed, __c: commit } = options;
options.diffed = (node) => {
  const component = node.__c;
  if (component) {
    const before = latest.get(component);
    if (before && before !== node) replaced.push(before);
    latest.set(component, node);
  }
  const element = typeof node.type === 'string' && node.props.autoFocus && node.__e;
  if (element && !known.has(element)) {
    known.add(element);
    fresh.push(element);
  }
  diffed?.(node);
};
options.__c = (root, queue) => {
  commit?.(root, queue);
  // What was drawn before hangs on to all that stood around it then (`__`), and through its neighbours to what was drawn
  // before that: without this, pages that have long gone stay in memory.
  for (const node of replaced) node.__ = null;
  replaced = [];
  const elements = fresh;
  fresh = [];
  for (const element of elements) element.focus();
};
