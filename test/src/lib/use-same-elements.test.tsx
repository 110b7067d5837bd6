import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useSameElements } from '#src/lib/use-same-elements.ts';
import { renderUi } from '../ui/render-ui.tsx';

const items = Array.from({ length: 30 }, (_, index) => ({ id: `${index + 1}` }));
let drawn: string[] = [];

interface LineProps {
  id: string;
  isChosen: boolean;
  note?: string;
}

function Line({ id, isChosen, note = '' }: LineProps) {
  drawn.push(id);
  return (
    <li aria-current={isChosen}>
      {id} {note}
    </li>
  );
}

function List() {
  const [chosen, setChosen] = useState(1);
  const [isShort, setShort] = useState(false);
  const same = useSameElements<{ id: string }, LineProps>();
  const shown = isShort ? items.slice(1) : items;
  return (
    <>
      <button type="button" onClick={() => setChosen(chosen + 1)}>
        Next
      </button>
      <button type="button" onClick={() => setShort(!isShort)}>
        First
      </button>
      <ul>
        {shown.map((item) =>
          same(
            item,
            <Line
              key={item.id}
              id={item.id}
              isChosen={item.id === `${chosen}`}
              {...(item.id === `${chosen}` && { note: 'here' })}
            />,
          ),
        )}
      </ul>
    </>
  );
}

it('draws only the lines anew of which something is another, and all of them are there', async () => {
  renderUi(<List />);
  const chosen = () => screen.getAllByRole('listitem').filter((line) => line.getAttribute('aria-current') === 'true');
  for (const number of [2, 3]) {
    drawn = [];
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(drawn.toSorted()).toEqual([`${number - 1}`, `${number}`]);
    expect(chosen().map((line) => line.textContent)).toEqual([`${number} here`]);
  }
  drawn = [];
  await userEvent.click(screen.getByRole('button', { name: 'First' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(29);
  expect(drawn).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'First' }));
  expect(screen.getAllByRole('listitem').map((line) => line.textContent?.split(' ')[0])).toEqual(
    items.map(({ id }) => id),
  );
  expect(drawn).toEqual(['1']);
});
