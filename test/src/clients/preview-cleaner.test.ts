import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('src/features/clients/preview/preview-document.html', 'utf8');
const [, cleaner = ''] = Array.from(page.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script]) => script);
/** The function of the preview document that removes whatever could load or navigate. */
// biome-ignore lint/plugin: it is our own code, and needs the window's own document.
const inert: (text: string) => string = new Function(`${cleaner}; return inert;`)();

test.each([
  '<noscript><style></noscript><iframe src="http://trap/"></iframe></style></noscript>',
  '<noscript><style></noscript><meta http-equiv="refresh" content="0;url=http://trap/"></style>',
  '<svg><a href="http://trap/"><set attributeName="target" to="_self"/><rect width="9" height="9"/></a></svg>',
  '<svg><a xlink:href="http://trap/"><rect width="9" height="9"/></a></svg>',
  '<svg><a><animate attributeName="href" values="http://trap/"/><rect width="9" height="9"/></a></svg>',
  '<a href="http://trap/" target="_self">x</a>',
  '<map name="m"><area href="//trap/"></map>',
])('nothing in %s leads elsewhere', (html) => {
  expect(inert(html)).not.toContain('trap');
});

test('links keep their styling, and fragment URLs stay', () => {
  const cleaned = inert('<a href="https://shop.example">x</a><a href="#top">y</a><svg><use href="#mark"></use></svg>');
  expect(cleaned).toContain('<a href="#">x</a><a href="#top">y</a><svg><use href="#mark"></use></svg>');
});
