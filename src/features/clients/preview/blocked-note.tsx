import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import type { ClientCode } from './compose-page.ts';
import { type Blocked, type BlockedKind, findBlocked } from './find-blocked.ts';

const PAUSE_MS = 400;
const MOST_SHOWN = 50;

/** Lists what the preview blocks, so that blank spots are not mistaken for bugs. */
export function BlockedNote({ code }: { code: ClientCode }) {
  const [found, setFound] = useState<readonly Blocked[]>([]);
  useEffect(() => {
    const reading = new AbortController();
    const read = async () => {
      const blocked = await findBlocked(code, reading.signal);
      if (blocked && !reading.signal.aborted) setFound(blocked);
    };
    const timer = setTimeout(read, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      reading.abort();
    };
  }, [code]);

  if (found.length === 0) {
    return (
      <p className="border-line border-t px-3 py-2 text-muted text-sm">
        <Trans>Nothing in it is blocked. Buttons and links do nothing here.</Trans>
      </p>
    );
  }
  return (
    <details className="max-h-40 overflow-y-auto border-line border-t px-3 py-2 text-sm">
      <summary>
        <Plural value={found.length} one="# thing is blocked here" other="# things are blocked here" />
      </summary>
      <ul className="flex flex-col gap-1 pt-1 text-muted">
        {found.slice(0, MOST_SHOWN).map(({ kind, sample }) => (
          <li key={`${kind} ${sample}`} className="min-w-0">
            {kindWords[kind]} <code className="break-all font-mono">{sample}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

const kindWords: Record<BlockedKind, ReactNode> = {
  script: <Trans>Script, does not run:</Trans>,
  address: <Trans>Outside address, is not loaded:</Trans>,
  frame: <Trans>Page within the page, stays empty:</Trans>,
  head: <Trans>Instruction to the browser, is left out:</Trans>,
};
