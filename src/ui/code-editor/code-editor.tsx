import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { debounce } from '#src/lib/debounce.ts';
import { listen } from '#src/lib/listen.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { classNames } from '#src/ui/class-names.ts';
import type { CodeLanguage } from './code-lint.ts';
import { editorExtensions, getShadowRoot } from './editor-setup.ts';

interface CodeEditorProps {
  label: string;
  language: CodeLanguage;
  value: string;
  /** Debounced; flushed before anything can act on the text. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  isReadOnly?: boolean;
  isInvalid?: boolean;
  /** Accessible description: the hint and the error. */
  description?: string;
  ref?: Ref<{ focus: () => void; flush: () => void }>;
}

const SHORT_TEXT = [120, 600] as const;
const LONG_TEXT = [200, 1_500] as const;
/** Length in characters from which a text is long. */
const LONG = 50_000;

const fromOutside = Annotation.define<boolean>();

/** The line separator of a text, to be kept: otherwise every line would count as changed. */
const lineEndOf = (text: string) => (/\r\n/.test(text) && !/(^|[^\r])\n/.test(text) ? '\r\n' : '\n');

/** A source code editor that fills its container. Loads a large library, so only for pages that load lazily. */
export function CodeEditor(props: CodeEditorProps) {
  // Another language or permission needs another editor.
  return <KeyedEditor key={`${props.language} ${props.isReadOnly}`} {...props} />;
}

function KeyedEditor(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const { view, flush } = useEditorView(host, props);
  const act = () => ({ focus: () => view.current?.focus(), flush: () => flush.current?.() });
  useImperativeHandle(props.ref, act, [view, flush]);
  return (
    <div
      ref={host}
      dir="ltr"
      data-code-editor={props.label}
      className={classNames(
        'min-h-0 flex-1 overflow-hidden rounded-box border bg-surface focus-within:outline-2 focus-within:outline-ring',
        props.isInvalid ? 'border-bad' : 'border-edge',
      )}
    />
  );
}

function useEditorView(host: { current: HTMLElement | null }, props: CodeEditorProps) {
  const { language, value, isReadOnly = false } = props;
  const view = useRef<EditorView>(undefined);
  const flush = useRef<() => void>(undefined);
  /** The text last exchanged with the form. */
  const known = useRef(value);
  const ariaState = useAriaState(view, props);
  const handOver = useEffectEvent((state: EditorState) => {
    known.current = state.sliceDoc();
    props.onChange(known.current);
  });
  const blur = useEffectEvent(() => props.onBlur?.());

  const create = useEffectEvent((place: ShadowRoot) => {
    const lineEnd = lineEndOf(value);
    const pending = debounce(() => handOver(created.state));
    const extensions = [
      // Submits the enclosing form.
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }])),
      editorExtensions(language),
      EditorState.lineSeparator.of(lineEnd),
      EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?|\n/g, lineEnd)),
      ariaState,
      EditorState.readOnly.of(isReadOnly),
      EditorView.updateListener.of((update) => {
        const isOwn = !update.transactions.some((transaction) => transaction.annotation(fromOutside));
        const [pauseMs, longestMs] = update.state.doc.length > LONG ? LONG_TEXT : SHORT_TEXT;
        if (update.docChanged && isOwn) pending.schedule(pauseMs, longestMs);
      }),
      EditorView.domEventHandlers({
        blur: () => {
          pending.flush();
          blur();
        },
      }),
    ];
    const created = new EditorView({ doc: value, extensions, parent: place, root: place });
    known.current = created.state.sliceDoc();
    return { created, pending };
  });
  // Layout effect: its cleanup flushes the last input to the form before the page unmounts.
  useLayoutEffect(() => {
    if (!host.current) return;
    const { created, pending } = create(getShadowRoot(host.current));
    view.current = created;
    flush.current = pending.flush;
    const stopListening = listen(window, 'pagehide', pending.flush);
    return () => {
      stopListening();
      pending.flush();
      created.destroy();
    };
  }, [host]);

  useAfterChange(value, () => {
    if (!view.current || known.current === value) return;
    known.current = value;
    const changes = { from: 0, to: view.current.state.doc.length, insert: value };
    view.current.dispatch({ changes, annotations: fromOutside.of(true) });
  });
  return { view, flush };
}

/** Keeps the editor's accessible name and state up to date; labels cannot reach into a shadow root. */
function useAriaState(view: { current: EditorView | undefined }, { label, description, isInvalid }: CodeEditorProps) {
  const [slot] = useState(() => new Compartment());
  const attributes = useMemo(
    () =>
      EditorView.contentAttributes.of({
        'aria-label': label,
        ...(description && { 'aria-description': description }),
        ...(isInvalid && { 'aria-invalid': 'true' }),
      }),
    [label, description, isInvalid],
  );
  useEffect(() => view.current?.dispatch({ effects: slot.reconfigure(attributes) }), [view, slot, attributes]);
  return slot.of(attributes);
}
