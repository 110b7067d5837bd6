import { useLingui } from '@lingui/react';
import { Badge } from '#src/ui/badge.tsx';
import { Truncated } from '#src/ui/truncated.tsx';
import { readItems } from './item-list.ts';

/** A keyword's suggestions in one line, with their count if they are a list. */
export function ItemLine({ text }: { text: string | null }) {
  const { i18n } = useLingui();
  if (!text) return <span className="text-faint">–</span>;
  const list = readItems(text);
  if (!list) return <Truncated text={text} />;
  return (
    <span className="flex items-center gap-2">
      <Badge>{i18n.number(list.items.length)}</Badge>
      <Truncated text={list.items.join(' · ')} className="flex-1" />
    </span>
  );
}
