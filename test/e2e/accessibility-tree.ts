import { type CDPSession, expect, type Page } from '@playwright/test';

type AxNode = Awaited<ReturnType<typeof readNodes>>[number];

/** One thing as a screen reader tells it. */
export interface Told {
  role: string;
  name: string;
  /** Its value, description and states as far as they are set, such as `checked=true`. */
  states: string;
}

export interface ScreenReader {
  /** Presses keys one after the other, and each time waits until something other than the page itself has the focus. */
  press: (...keys: string[]) => Promise<void>;
  /** Types into what has the focus. */
  type: (text: string) => Promise<void>;
  /** Goes on by Tab, or back, until what has the focus is such a thing. */
  tabTo: (role: string, name: string | RegExp, options?: { isBack?: boolean }) => Promise<Told>;
  /** Waits until such a thing has the focus. */
  expectFocus: (role: string, name?: string | RegExp) => Promise<Told>;
  /** Waits until a live region has said it, after all that was waited for before. */
  hear: (text: string | RegExp) => Promise<void>;
  /** All that is read aloud within the first such thing, in order; undefined where there is none. */
  read: (role: string, name?: string | RegExp) => Promise<string | undefined>;
}

const STATES = ['checked', 'expanded', 'pressed', 'selected', 'disabled', 'invalid', 'required', 'busy', 'modal'];
const WAIT_MS = 30_000;
const INTERVALS = [20, 50, 100];
const MOST_TABS = 80;

const readNodes = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes;
const propertyOf = (node: AxNode, name: string) => node.properties?.find((one) => one.name === name)?.value.value;
const matches = (text: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text);

/**
 * Somebody who has nothing of the page but the browser's accessibility tree, and nothing to act on it but keys. What
 * comes into a live region is said only if the region was there before: screen readers hear of changes alone.
 */
export async function startScreenReader(page: Page): Promise<ScreenReader> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const live = new LiveRegions();
  const look = async () => {
    const tree = new Tree(await readNodes(session));
    live.listen(tree);
    return tree;
  };
  const focused = async () => {
    const node = (await look()).focused();
    return node && tell(node);
  };
  const expectFocus = async (role: string, name: string | RegExp = /./) => {
    let told: Told | undefined;
    await expect(async () => {
      told = await focused();
      expect(told).toMatchObject({ role, name: typeof name === 'string' ? name : expect.stringMatching(name) });
    }).toPass({ timeout: WAIT_MS, intervals: INTERVALS });
    return told as Told; // It matched.
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await expect.poll(focused, { message: `The focus is lost after ${key}`, intervals: INTERVALS }).toBeDefined();
    }
  };
  return {
    press,
    type: (text) => page.keyboard.type(text),
    expectFocus,
    tabTo: async (role, name, { isBack = false } = {}) => {
      const passed: string[] = [];
      for (let tabs = 0; tabs < MOST_TABS; tabs++) {
        await page.keyboard.press(isBack ? 'Shift+Tab' : 'Tab');
        const told = await focused();
        if (told?.role === role && matches(told.name, name)) return told;
        // Beyond the last thing the browser's own controls come, and then the first.
        passed.push(told ? `${told.role} “${told.name}”` : 'the end');
      }
      throw new Error(`There is no ${role} ${name} among ${passed.join(', ')}`);
    },
    hear: async (text) => {
      await expect
        .poll(
          async () => {
            await look();
            return live.take(text);
          },
          { message: `${text} is not said`, intervals: INTERVALS, timeout: WAIT_MS },
        )
        .toBe(true);
    },
    read: async (role, name) => (await look()).read(role, name),
  };
}

function tell(node: AxNode): Told {
  const states = STATES.flatMap((name) => {
    const value = propertyOf(node, name);
    return value === undefined || value === false || value === 'false' ? [] : [`${name}=${value}`];
  });
  const more = [node.value?.value, node.description?.value].filter((text) => text !== undefined && text !== '');
  return { role: node.role?.value ?? '', name: node.name?.value ?? '', states: [...more, ...states].join(', ') };
}

/** The tree at one moment. */
class Tree {
  readonly nodes: readonly AxNode[];
  readonly #byId: ReadonlyMap<string, AxNode>;

  constructor(nodes: readonly AxNode[]) {
    this.nodes = nodes;
    this.#byId = new Map(nodes.map((node) => [node.nodeId, node]));
  }

  /** What has the focus, unless it is the page itself. */
  focused(): AxNode | undefined {
    return this.nodes.find((node) => node.role?.value !== 'RootWebArea' && propertyOf(node, 'focused') === true);
  }

  read(role: string, name: string | RegExp = /^/): string | undefined {
    const node = this.nodes.find(
      (one) => !one.ignored && one.role?.value === role && matches(one.name?.value ?? '', name),
    );
    return (
      node &&
      this.texts(node)
        .map(({ text }) => text)
        .join(' ')
    );
  }

  texts(node: AxNode): { id: string; text: string }[] {
    if (node.role?.value === 'StaticText') return [{ id: node.nodeId, text: node.name?.value ?? '' }];
    return (node.childIds ?? []).flatMap((id) => {
      const child = this.#byId.get(id);
      return child ? this.texts(child) : [];
    });
  }
}

/** What live regions have said, as far as nobody has taken it yet. */
class LiveRegions {
  readonly #known = new Map<string, ReadonlySet<string>>();
  #said: string[] = [];

  listen(tree: Tree): void {
    for (const region of tree.nodes.filter((node) => ['polite', 'assertive'].includes(propertyOf(node, 'live')))) {
      const known = this.#known.get(region.nodeId);
      const texts = tree.texts(region);
      // An alert is said with its region; of all others only changes are.
      const heard = known ?? (region.role?.value === 'alert' ? new Set() : undefined);
      const fresh = heard ? texts.filter(({ id, text }) => !heard.has(`${id} ${text}`)) : [];
      if (propertyOf(region, 'atomic') !== true) this.#said.push(...fresh.map(({ text }) => text));
      else if (fresh.length > 0) this.#said.push(texts.map(({ text }) => text).join(' '));
      this.#known.set(region.nodeId, new Set(texts.map(({ id, text }) => `${id} ${text}`)));
    }
  }

  /** Whether it was said; with it everything before is taken. */
  take(text: string | RegExp): boolean {
    const index = this.#said.findIndex((one) => (typeof text === 'string' ? one.includes(text) : text.test(one)));
    if (index >= 0) this.#said = this.#said.slice(index + 1);
    return index >= 0;
  }
}
