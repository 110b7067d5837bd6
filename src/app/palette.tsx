import { Autocomplete } from '@base-ui/react/autocomplete';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { navigate } from '#src/lib/router.ts';
import { bufferedKeystrokes } from '#src/ui/lazy-component.tsx';
import { Dialog } from '#src/ui/overlay/dialog.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { itemKey, usePaletteGroups } from './palette-groups.tsx';
import type { PaletteGroup, PaletteItem } from './palette-records.tsx';

/** Command palette: actions of the open page, pages, commands, workspaces and records. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState(bufferedKeystrokes);
  const { groups, isSearching, note } = usePaletteGroups(text);
  const go = (item: PaletteItem) => {
    const { path, act } = item;
    note(item);
    onClose();
    if (path !== undefined) void navigate(path);
    act?.();
  };
  return (
    <Dialog
      title={<span className="sr-only">{t`Search or run a command`}</span>}
      width="form"
      // The search field replaces the title.
      className="[&>header]:p-0"
      onClose={onClose}
    >
      <Autocomplete.Root
        open
        inline
        mode="none"
        items={groups}
        value={text}
        onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ label }: PaletteItem) => label}
      >
        <div className="ps-4 pt-2.5 pe-12 pb-2">
          <Autocomplete.Input
            autoFocus
            aria-label={t`Search or run a command`}
            placeholder={t`Search or run a command…`}
            className="control"
          />
        </div>
        <Autocomplete.Status className="sr-only">{isSearching && <Trans>Searching…</Trans>}</Autocomplete.Status>
        <Autocomplete.Empty className="px-4 pb-4 text-muted empty:hidden">
          {isSearching ? <Trans>Searching…</Trans> : <Trans>No matches for “{text}”</Trans>}
        </Autocomplete.Empty>
        <Autocomplete.List className="max-h-[50vh] overflow-y-auto px-2 pb-2">
          {(group: PaletteGroup) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="px-2 pt-2 text-muted text-sm">{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: PaletteItem) => (
                  <Autocomplete.Item
                    key={itemKey(item)}
                    value={item}
                    onClick={() => go(item)}
                    className="flex min-h-row cursor-default items-center gap-3 rounded-box px-2 data-highlighted:bg-selected"
                  >
                    <span aria-hidden="true" className="flex w-5 shrink-0 justify-center text-muted [&>svg]:size-4">
                      {item.mark}
                    </span>
                    <span dir="auto" className="min-w-0 flex-1 truncate">
                      {item.label}
                    </span>
                    {item.detail && (
                      <span dir="auto" className="max-w-48 shrink-0 truncate text-muted text-sm">
                        {item.detail}
                      </span>
                    )}
                    {item.keys && (
                      <span aria-hidden="true" className="contents text-muted">
                        <Kbd keys={item.keys} />
                      </span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  );
}
