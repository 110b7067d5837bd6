import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { clientSitesQuery } from '../checks/check-queries.ts';
import type { Room } from './room-name.ts';

/** The client through whose site a visitor writes. */
export interface RoomClient {
  name: string;
  colour: string | undefined;
}

/** The client that a room's settings name by code, id or title; just that name if there is no such client. */
export function useRoomClient(room: Room | undefined): RoomClient | undefined {
  const name = settingText(room?.settings.client);
  // Shares the query of the checks, so that clients are read once.
  const { data } = useQuery({
    ...clientSitesQuery(),
    retry: false,
    enabled: name !== undefined,
    notifyOnChangeProps: ['data'],
  });
  if (name === undefined) return undefined;
  const found = data?.rows.find(({ id, code, title }) => [code, id, title].includes(name));
  return { name: found?.title || name, colour: colourOf(found?.settings.accent_color) };
}

/** Only a hexadecimal colour: it becomes part of a style. */
export const colourOf = (value: unknown) =>
  typeof value === 'string' && /^#([\da-f]{3}){1,2}$/i.test(value) ? value : undefined;

/** A setting of a room as text; undefined if it is not set. */
const settingText = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' ? String(value) : undefined;

let names: { locale: string; by: Intl.DisplayNames } | undefined;

/** The visitor's language by its name in the current locale; undefined if not known. */
export function roomLanguage(room: Room | undefined): string | undefined {
  const tag = settingText(room?.settings.language) ?? settingText(room?.settings.locale);
  return tag === undefined ? undefined : languageName(tag);
}

/** The name of a tag's language in the current locale; the tag itself if it has no name. */
export function languageName(tag: string): string {
  const { locale } = i18n;
  if (names?.locale !== locale) names = { locale, by: new Intl.DisplayNames([locale], { type: 'language' }) };
  try {
    return names.by.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** A client's name with its colour. */
export function ClientName({ name, colour }: RoomClient) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center align-bottom text-ink">
      {colour && (
        <span
          aria-hidden="true"
          className="me-1.5 size-2 shrink-0 rounded-[3px] inset-ring inset-ring-ink/25 forced-colors:hidden"
          style={{ background: colour }}
        />
      )}
      <bdi data-tooltip-cut="" className="min-w-0 truncate">
        {name}
      </bdi>
    </span>
  );
}

/** Where a visitor opened the chat. `href` only if it is a web address. */
export interface RoomPage {
  text: string;
  href: string | undefined;
}

/** The page on which a room was opened; undefined if not known. */
export function roomPage(room: Room | undefined): RoomPage | undefined {
  const address = settingText(room?.settings.page_url) ?? settingText(room?.settings.page);
  if (address === undefined) return undefined;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return { text: address, href: undefined };
  const url = new URL(address);
  return { text: url.host + (url.pathname === '/' ? '' : url.pathname), href: url.href };
}

/** External links send no referrer to the other site. */
export function PageLink({ text, href }: RoomPage) {
  const words = (
    <bdi dir="ltr" data-tooltip-cut="" className="wrap-anywhere line-clamp-2 rtl:text-right">
      {/* Lines may break after a slash. */}
      {keyedByIndex(text.split(/(?<=\/)/)).map(({ key, item }) => (
        <Fragment key={key}>
          {item}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  );
  if (href === undefined) return words;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-link hover:underline">
      {words}
    </a>
  );
}
