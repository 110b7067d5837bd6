import { type CDPSession, expect, type Page } from '@playwright/test';

type AxNode = Awaited<ReturnType<typeof readNodes>>[number];

/** A node as a screen reader announces it. */
export interface Told {
  role: string;
  name: string;
  /** Its value, description and set states, such as `checked=true`. */
  states: string;
}

export interface ScreenReader {
  /** Presses keys in sequence. After each, waits until an element other than the page has the focus. */
  press: (...keys: string[]) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  /** Presses Tab, or Shift+Tab, until a matching element has the focus. */
  tabTo: (role: string, name: string | RegExp, options?: { isBack?: boolean }) => Promise<Told>;
  /** Waits until a matching element has the focus. */
  expectFocus: (role: string, name?: string | RegExp) => Promise<Told>;
  /** Waits for a live region to announce the text, later than the previous match. */
  hear: (text: string | RegExp) => Promise<void>;
  /** The text of the first matching node in reading order; undefined without a match. */
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
 * Simulates a screen reader user, who perceives only the accessibility tree and acts only by keyboard. A live region is
 * announced only if it existed before its text, because screen readers announce changes.
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
    return told as Told; // `toPass` has matched it.
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
        // Past the last element the focus moves through the browser's own controls, then wraps around.
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

/** A snapshot of the accessibility tree. */
class Tree {
  readonly nodes: readonly AxNode[];
  readonly #byId: ReadonlyMap<string, AxNode>;

  constructor(nodes: readonly AxNode[]) {
    this.nodes = nodes;
    this.#byId = new Map(nodes.map((node) => [node.nodeId, node]));
  }

  /** The focused node, unless it is the page itself. */
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

/** Announcements of live regions that no `hear` has consumed yet. */
class LiveRegions {
  readonly #known = new Map<string, ReadonlySet<string>>();
  #said: string[] = [];

  listen(tree: Tree): void {
    for (const region of tree.nodes.filter((node) => ['polite', 'assertive'].includes(propertyOf(node, 'live')))) {
      const known = this.#known.get(region.nodeId);
      const texts = tree.texts(region);
      // An alert is announced when it appears; other regions only when they change.
      const heard = known ?? (region.role?.value === 'alert' ? new Set() : undefined);
      const fresh = heard ? texts.filter(({ id, text }) => !heard.has(`${id} ${text}`)) : [];
      if (propertyOf(region, 'atomic') !== true) this.#said.push(...fresh.map(({ text }) => text));
      else if (fresh.length > 0) this.#said.push(texts.map(({ text }) => text).join(' '));
      this.#known.set(region.nodeId, new Set(texts.map(({ id, text }) => `${id} ${text}`)));
    }
  }

  /** Whether the text was announced. Consumes it and everything before. */
  take(text: string | RegExp): boolean {
    const index = this.#said.findIndex((one) => (typeof text === 'string' ? one.includes(text) : text.test(one)));
    if (index >= 0) this.#said = this.#said.slice(index + 1);
    return index >= 0;
  }
}
