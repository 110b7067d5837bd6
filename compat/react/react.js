import { options } from 'preact';

export * from 'preact/compat';
export { default } from 'preact/compat';

// Two things that React does and Preact does not, at Preact's hooks for a node that has been drawn (`diffed`) and for all
// of them together, after the layout effects (`__c`). Of a node, `__c` is the component, `__e` the element, `__` the parent.
const { diffed, __c: commit } = options;
options.diffed = (node) => {
  noteReplaced(node);
  noteAutoFocus(node);
  diffed?.(node);
};
options.__c = (root, queue) => {
  commit?.(root, queue);
  letGoOfReplaced();
  focusWhatAsks();
};

// What was drawn before hangs on to all that stood around it then, and through its neighbours to what was drawn before
// that: unless it lets go of its parent, pages that have long gone stay in memory.
/** The node that each component was drawn as last, and those that were until now. */
const latest = new WeakMap();
let replaced = [];

function noteReplaced(node) {
  const component = node.__c;
  if (!component) return;
  const before = latest.get(component);
  if (before && before !== node) replaced.push(before);
  latest.set(component, node);
}

function letGoOfReplaced() {
  for (const node of replaced) node.__ = null;
  replaced = [];
}

// What has `autoFocus` takes the focus when it comes into the page; the layout effects may have shown the dialog around it.
const known = new WeakSet();
let fresh = [];

function noteAutoFocus(node) {
  const element = typeof node.type === 'string' && node.props.autoFocus && node.__e;
  if (!element || known.has(element)) return;
  known.add(element);
  fresh.push(element);
}

function focusWhatAsks() {
  const elements = fresh;
  fresh = [];
  for (const element of elements) element.focus();
}
