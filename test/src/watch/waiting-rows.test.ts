import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { parseRow } from '#src/api/tenant/parse-row.ts';
import type { WaitingRoom } from '#src/domain/waiting/use-waiting-rooms.ts';
import { useWaitingTable } from '#src/features/watch/waiting-table.tsx';

function waitingRoom(id: number): WaitingRoom {
  const room = parseRow(rooms, { id: String(id), attributes: { name: `Room ${id}` } });
  if (!room) throw new Error('The room could not be parsed.');
  return { room: { ...room }, since: { unix: 1_790_000_000 + id, certainty: 'exact' } };
}

test('rows of visitors who still wait stay the same objects, and only changed ones are replaced', () => {
  const three = [waitingRoom(1), waitingRoom(2), waitingRoom(3)];
  const { result, rerender } = renderHook(
    ({ waiting, ending }: { waiting: readonly WaitingRoom[]; ending: string[] }) => {
      const { table } = useWaitingTable(waiting, new Set(ending), false);
      return table.getRowModel().rows.map(({ original }) => original);
    },
    { initialProps: { waiting: three, ending: [] as string[] } },
  );
  const [, second, third] = result.current;
  expect(result.current.map(({ id }) => id)).toEqual(['1', '2', '3']);
  rerender({ waiting: [waitingRoom(2), waitingRoom(3)], ending: ['3'] });
  expect(result.current).toEqual([second, { ...third, isEnding: true }]);
  expect(result.current[0]).toBe(second);
});
