import { expect, type Page } from '@playwright/test';

/** Pointer and keyboard targets. */
const TARGETS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"], [role=menuitem], [role=option]';

/** The text spacing of WCAG 1.4.12, which must not cut off any text. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`;

/** Horizontal overflow on a narrow page. Only tables, tab rows and code may scroll sideways (1.4.10). */
const findOverflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const wide = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
      const isMoved = /auto|scroll/.test(getComputedStyle(element).overflowX);
      const mayBe = element.matches('nav, [role=tablist], pre, [tabindex="0"]') || element.querySelector('table');
      return isMoved && !mayBe && element.scrollWidth > element.clientWidth + 1;
    });
    const words = wide.map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth}`);
    return root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth}`, ...words] : words;
  });

/** Targets whose 24 px circle overlaps another target, except links within a sentence (2.5.8). */
const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const radius = 11.5;
    const angles = Array.from({ length: 8 }, (_, index) => (index * Math.PI) / 4);
    const targetAt = (x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      const label = hit?.closest('label');
      return (label?.control?.matches(selector) && label.control) || hit?.closest(selector);
    };
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    return [...scope.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || isInSentence(element)) return [];
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { x, y, width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      if (Math.min(width, height) >= 24) return [];
      const [midX, midY] = [x + width / 2, y + height / 2];
      // A covered element cannot be clicked.
      if (width < 2 || targetAt(midX, midY) !== element) return [];
      const others = angles
        .map((angle) => targetAt(midX + radius * Math.cos(angle), midY + radius * Math.sin(angle)))
        .filter((other) => other && other !== element && !other.contains(element));
      return others.length > 0
        ? [`${element.outerHTML.slice(0, 120)}: ${Math.round(width)}×${Math.round(height)}`]
        : [];
    });
  }, TARGETS);

/**
 * Elements whose focus is invisible when tabbing forward or back: fully covered or without a focus mark (2.4.7,
 * 2.4.11).
 */
const findHiddenFocus = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    const all = [...scope.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
    );
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    const isSeen = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return shares.some((down) =>
        shares.some((along) => {
          const hit = document.elementFromPoint(x + width * along, y + height * down);
          return hit && (element.contains(hit) || hit.contains(element));
        }),
      );
    };
    const isMarked = (element: Element) =>
      [element, element.closest('label')].some(
        (one) =>
          one &&
          [undefined, '::before', '::after'].some((pseudo) => {
            const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, pseudo);
            return (outlineStyle !== 'none' && outlineWidth !== '0px') || (pseudo && boxShadow !== 'none');
          }),
      );
    // Focusing an element that already has the focus does not scroll it into view.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return [...all, ...all.toReversed()].flatMap((element) => {
      element.focus();
      if (document.activeElement !== element) return [];
      const place = element.closest('label') ?? element;
      const faults = [!isSeen(place) && 'hidden', !isMarked(element) && !element.shadowRoot && 'not marked'];
      return faults.flatMap((fault) => (fault ? [`${fault}: ${element.outerHTML.slice(0, 120)}`] : []));
    });
  }, TARGETS);

/** Animations and transitions longer than a frame under `prefers-reduced-motion`. */
const findMotion = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, transitionProperty, animationName, animationDuration } = getComputedStyle(element);
      const takes = (durations: string) => durations.split(',').some((each) => Number.parseFloat(each) > 0.02);
      const moves =
        (transitionProperty !== 'none' && takes(transitionDuration)) ||
        (animationName !== 'none' && takes(animationDuration));
      return moves ? [element.outerHTML.slice(0, 120)] : [];
    }),
  );

/** Selected, current or checked elements marked by background colour alone, which forced colours remove. */
const findGroundsAlone = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const chosen =
      '[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true], [data-selected], [data-highlighted], :checked:not(option), progress';
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.cssText = 'forced-color-adjust: none; color: Highlight';
    const highlight = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll(chosen)].flatMap((element) => {
      if (!element.checkVisibility()) return [];
      const isMarked = [element, element.closest('label')].some((one) => {
        if (!one) return false;
        const { outlineStyle, borderStyle, backgroundColor, appearance } = getComputedStyle(one);
        const isNative = one.matches('input') && appearance === 'auto';
        const isFramed = one.matches('progress') && borderStyle !== 'none';
        return outlineStyle !== 'none' || backgroundColor === highlight || isNative || isFramed;
      });
      return isMarked ? [] : [element.outerHTML.slice(0, 120)];
    });
  });

/** Texts cut off under WCAG text spacing (1.4.12), except those with an ellipsis. */
const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate((spacing) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(spacing);
    document.adoptedStyleSheets.push(sheet);
    const clips = (element: Element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(element);
      if (position === 'absolute' && element.clientHeight <= 1) return 'hides';
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return 'shortens';
      if (/auto|scroll/.test(overflowX + overflowY)) return 'moves';
      return overflowX === 'visible' && overflowY === 'visible' ? undefined : 'cuts';
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faults: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      let clip = text.parentElement;
      if (!text.textContent?.trim() || !clip?.checkVisibility()) continue;
      while (clip && !clips(clip)) clip = clip.parentElement;
      if (!clip || clips(clip) !== 'cuts') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const [inner, outer] = [range.getBoundingClientRect(), clip.getBoundingClientRect()];
      const isCut = inner.bottom > outer.bottom + 3 || inner.right > outer.right + 3 || inner.left < outer.left - 3;
      if (isCut) faults.push(`${text.textContent.slice(0, 40)} in ${clip.outerHTML.slice(0, 100)}`);
    }
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1);
    return faults;
  }, SPACING);

/** 1280 × 1024 at 400 % (1.4.10). */
const LEAST_WINDOW = { width: 320, height: 256 };

/** Fails on any fault that `findLayoutFaults` reports. */
export async function expectWellLaid(page: Page): Promise<void> {
  expect.soft(await findLayoutFaults(page), new URL(page.url()).pathname).toEqual([]);
}

/** Accessibility faults of the page's layout, at full width and at 400 % zoom, one short sentence each. */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const add = (what: string, found: string[]) => faults.push(...found.map((words) => `${what}: ${words}`));
  const wide = page.viewportSize();
  add('small', await findSmallTargets(page));
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  add('moves', await findMotion(page));
  add('told by its ground alone', await findGroundsAlone(page));
  await page.emulateMedia({ reducedMotion: null, forcedColors: null });
  await page.setViewportSize(LEAST_WINDOW);
  add('wide', await findOverflows(page));
  add('small at 400 %', await findSmallTargets(page));
  add('focus', await findHiddenFocus(page));
  add('cut off', await findCutTexts(page));
  if (wide) await page.setViewportSize(wide);
  return faults;
}
