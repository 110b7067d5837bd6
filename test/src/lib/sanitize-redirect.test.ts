import { expect, test } from 'vitest';
import { sanitizeRedirect } from '#src/lib/base-path.ts';
import { readViews } from '#src/lib/storage/saved-views.ts';

const own: [string, string][] = [
  ['/', '/'],
  ['/rooms?filter[kind]=group_room&sort=-id', '/rooms?filter[kind]=group_room&sort=-id'],
  ['/rooms/7#top', '/rooms/7#top'],
  ['/rooms/../review', '/review'],
  ['/ro\toms', '/rooms'],
  ['/rooms?to=//evil.example', '/rooms?to=//evil.example'],
  ['/#//evil.example', '/#//evil.example'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/%09/evil.example', '/%09/evil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/。evil.example', '/%E3%80%82evil.example'],
  ['/\u202Eelpmaxe.live//', '/%E2%80%AEelpmaxe.live//'],
];
const foreign = [
  ...['', ' ', 'rooms', '?x', '#x', ' /rooms', '\t/rooms', '\uFEFF/rooms', '..', './/evil.example'],
  ...[
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
  ],
  ...['/\t/evil.example', '/\n/evil.example', '/\r\n/evil.example', '\t//evil.example', ' //evil.example'],
  ...['/.//evil.example', '/..//evil.example', '/%2e//evil.example', '/x/..//evil.example', '/.\\\\evil.example'],
  ...['https://evil.example', 'https:evil.example', 'https:/evil.example', 'HTTPS://evil.example', '@evil.example'],
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x', 'blob:x', 'file:///x'],
  ...['//[', '//%', '//evil.example:99999', '//a b', '//user:word@evil.example', '//％', '／／evil.example'],
];

test.each(own)('%j is an internal address', (address, path) => expect(sanitizeRedirect(address)).toBe(path));
test.each(foreign)('%j is not an internal address', (address) => expect(sanitizeRedirect(address)).toBeUndefined());

test('stored views with external addresses are ignored', () => {
  const view = (path: string) => ({ id: path, name: 'x', path });
  localStorage.setItem('countersign.views key', JSON.stringify([...own.map(([path]) => path), ...foreign].map(view)));
  expect(readViews('key').map(({ path }) => path)).toEqual(own.map(([, path]) => path));
});
