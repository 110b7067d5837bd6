import { Trans } from '@lingui/react/macro';
import { expect, test } from 'vitest';
import { renderUi } from './render-ui.tsx';

const hostile = [
  '<script>alert(1)</script>',
  '<0>inside</0> of a tag of the sentence',
  'a<b>c</b>d',
  '<br/>',
  '<1/>',
  '{name} # <',
];

test.each(hostile)('%s stays verbatim in a sentence of text only', (name) => {
  const { container } = renderUi(
    <p>
      <Trans>The room {name} is gone.</Trans>
    </p>,
  );
  expect(container.textContent).toBe(`The room ${name} is gone.`);
  expect(container.querySelectorAll('p *')).toHaveLength(0);
});

test.each(hostile)('%s stays verbatim in a sentence with markup', (name) => {
  const { container } = renderUi(
    <p>
      <Trans>
        The room <b>{name}</b> of {name} is gone.
      </Trans>
    </p>,
  );
  expect(container.textContent).toBe(`The room ${name} of ${name} is gone.`);
  expect(container.querySelectorAll('p *')).toHaveLength(1);
});
