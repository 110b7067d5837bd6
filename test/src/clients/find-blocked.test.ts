import { expect, test } from 'vitest';
import { findBlocked } from '#src/features/clients/preview/blocked-content-notice.tsx';

async function blocked(html: string, css = '', guestCss = '') {
  const found = await findBlocked({ html, css, guestCss }, new AbortController().signal);
  return found?.map(({ kind, sample }) => `${kind}: ${sample}`);
}

test('code without external references has nothing blocked', async () => {
  const html = '<p class="a"><a href="https://shop.example">shop</a><img src="data:image/gif;base64,AA"></p>';
  expect(await blocked(html, '/* url(https://x.example) */ a { background: url(#a) }')).toEqual([]);
});

test.each([
  ['<script>go()</script>', 'script: <script>'],
  ['<b onclick="go()">', 'script: onclick="go()"'],
  ['<a href="javascript:go()">', 'script: javascript:go()'],
  ['<a href="jav&#x61;script&colon;go()">', 'script: javascript:go()'],
  ['<img src="https://a.example/i.png">', 'address: https://a.example/i.png'],
  ['<img src=/i.png>', 'address: /i.png'],
  ['<video poster="p.png"></video>', 'address: p.png'],
  ['<form action="https://a.example"></form>', 'address: https://a.example'],
  ['<link rel="stylesheet" href="a.css">', 'address: a.css'],
  ['<p style="background: url(b.png)">x</p>', 'address: b.png'],
  ['<style>@import "c.css";</style>', 'address: c.css'],
  ['<svg><use href="s.svg#a"/></svg>', 'address: s.svg#a'],
  ['<iframe src="https://a.example"></iframe>', 'frame: <iframe src="https://a.example">'],
  ['<object data="o"></object>', 'frame: <object data="o">'],
  ['<base href="https://a.example">', 'head: <base href="https://a.example">'],
  ['<meta http-equiv="refresh" content="0">', 'head: <meta http-equiv="refresh" content="0">'],
])('%s', async (html, expected) => {
  expect(await blocked(html)).toEqual([expected]);
});

test('both style sheets are checked, and the same address is reported once', async () => {
  const css = '@import url("a.css"); b { background: image-set("i.png" 1x), url( "i.png" ) }';
  expect(await blocked('', css, '@font-face { src: url(f.woff2) }')).toEqual([
    'address: a.css',
    'address: i.png',
    'address: f.woff2',
  ]);
});

test('an aborted check ends', async () => {
  const signal = AbortSignal.abort();
  expect(await findBlocked({ html: '<b>', css: '', guestCss: '' }, signal)).toBeUndefined();
});
