import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordColumn } from '#src/list/table/features.ts';
import { chosenColumns, openLayout, readLayout, visibleColumns } from '#src/list/table/table-layout.ts';
import { tableStyle } from '#src/list/table/table-style.ts';
import { useRecordTable } from '#src/list/table/use-record-table.ts';

const untouched = { shown: {}, order: [], pinned: { start: [], end: [] }, widths: {}, density: undefined };

test('a layout is stored per tenant and table', () => {
  openLayout('https://a.example', 'rooms').change({ order: ['kind', 'name'], density: 'compact' });
  expect(openLayout('https://a.example', 'rooms').store.get()).toMatchObject({
    order: ['kind', 'name'],
    density: 'compact',
  });
  expect(openLayout('https://b.example', 'rooms').store.get()).toEqual(untouched);
  expect(openLayout('https://a.example', 'clients').store.get()).toEqual(untouched);
});

test('a reset clears the storage', () => {
  const layout = openLayout('https://a.example', 'rooms');
  layout.change({ widths: { name: 300 } });
  layout.reset();
  expect(layout.store.get()).toMatchObject({ widths: {} });
  expect(localStorage.length).toBe(0);
});

test('changes of another tab are applied', () => {
  const layout = openLayout('https://a.example', 'rooms');
  const stop = layout.store.subscribe(() => undefined);
  openLayout('https://a.example', 'rooms').change({ shown: { kind: false } });
  window.dispatchEvent(new StorageEvent('storage', { key: 'countersign.table.rooms https://a.example' }));
  expect(layout.store.get().shown).toEqual({ kind: false });
  stop();
});

test('any stored value is read without an error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const layout = readLayout(value);
      expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
    }),
  );
  expect(
    readLayout({
      shown: { kind: 'no', name: true },
      order: ['kind', 3, 'kind'],
      pinned: { start: ['name'], end: ['name', 'kind'] },
      widths: { name: -4, state: 0, kind: 120, code: '9', id: null },
      density: 'airy',
    }),
  ).toEqual({
    shown: { name: true },
    order: ['kind'],
    pinned: { start: ['name'], end: ['kind'] },
    // Dragged to below its minimum.
    widths: { state: 0, kind: 120 },
    density: undefined,
  });
});

test('a column without room is hidden until the user shows it; the link column is always visible', () => {
  const columns = [
    { id: 'name', hasRoom: true, canHide: false },
    { id: 'kind', hasRoom: true, canHide: true },
    { id: 'code', hasRoom: false, canHide: true },
  ];
  expect(visibleColumns(columns, { name: false })).toEqual({ name: true, kind: true, code: false });
  const shown = chosenColumns(columns, {}, { name: false, kind: false, code: true });
  expect(shown).toEqual({ kind: false, code: true });
  expect(chosenColumns(columns, shown, { name: true, kind: true, code: false })).toEqual({});
});

test('growing columns share the remaining width, and pinned columns are adjacent where there is room', () => {
  const layout = { pinned: { start: ['name', 'kind'], end: ['created'] }, widths: { kind: 200 } };
  openLayout('', 'places').change(layout);
  const columns: RecordColumn<{ id: string }>[] = [
    { id: 'name', size: 640, minSize: 80, meta: { grow: 3 } },
    { id: 'kind' },
    { id: 'room', meta: { grow: 1 } },
    { id: 'code' },
    { id: 'created' },
  ];
  const rows: { id: string }[] = [];
  const { result } = renderHook(() => useRecordTable({ name: 'places', columns, rows }));
  expect(tableStyle(result.current, { start: 2.5, end: 3.5 })).toMatchObject({
    '--width-name': 'clamp(5rem, (100cqi - 6.5rem - 200px - 10rem - 10rem) * 0.75, 40rem)',
    '--width-kind': '200px',
    '--width-code': '10rem',
    '--offset-name': 'min(2.5rem, var(--pinned-room))',
    '--offset-kind': 'min(2.5rem + var(--width-name), var(--pinned-room))',
    '--offset-created': 'min(3.5rem, var(--pinned-room))',
    // Far below zero, so that nothing sticks, once the pinned cells would cover most of the pane.
    '--pinned-room':
      'calc((60cqi - 2.5rem - var(--width-name) - var(--width-kind) - 3.5rem - var(--width-created)) * 999)',
  });
});
