import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { classNames } from '#src/ui/class-names.ts';

const apple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');

const printed: Record<string, string> = {
  Mod: apple ? '⌘' : 'Ctrl',
  Shift: apple ? '⇧' : 'Shift',
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** The keys, unless they are single keys and the user has turned those off. */
function useWorkingKeys(keys: string | undefined): string | undefined {
  const { shortcuts } = useStore(settings);
  return shortcuts || keys?.startsWith('Mod+') || keys === 'Escape' ? keys : undefined;
}

/** Value of `aria-keyshortcuts` for keys such as `Mod+Enter`; undefined for a sequence, which ARIA cannot express. */
export function useAriaKeys(keys: string | undefined): string | undefined {
  const working = useWorkingKeys(keys);
  return working?.includes(' ') ? undefined : working?.replace('Mod', apple ? 'Meta' : 'Control');
}

/** Keys as displayed: `a`, `Mod+Enter` (Mod is ⌘ on Apple devices), or the sequence `g q`. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  const working = useWorkingKeys(keys);
  if (!working) return null;
  return (
    <kbd
      // Keys keep the same order in every language.
      className={classNames(
        'inline-flex shrink-0 gap-0.5 font-sans text-xs pointer-coarse:hidden rtl:flex-row-reverse',
        className,
      )}
    >
      {working.split(/[+ ]/).map((key) => (
        <span key={key} dir="ltr" className="min-w-4 rounded-[3px] border border-current/35 px-[3px] text-center">
          {printed[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
        </span>
      ))}
    </kbd>
  );
}
