import { expect } from '@playwright/test';
import {
  changeVerb,
  commentOf,
  decideBoth,
  decideInVain,
  makeKeyword,
  REASON,
  readRoom,
  saveClient,
  searchDrafts,
  test,
  typeClient,
} from '../tolerance/tenant-journey.ts';
import { type TenantName, tenants } from '../tolerance/tenants.ts';

/** How a foreign tenant behaves differently from our own. */
interface Difference {
  isFilteredHere?: boolean;
  /** Drafts cannot be decided. */
  isInVain?: boolean;
  isCommentLost?: boolean;
  /** The documented verb is refused. */
  isPatch?: boolean;
  /** The error shown if the first load of the keywords fails. */
  keywords?: RegExp;
  /** The text shown in place of the conversation. */
  talk?: RegExp;
}

const differences: Partial<Record<TenantName, Difference>> = {
  'jsonapi-resources as installed': { isFilteredHere: true },
  'camel case and PATCH': { isPatch: true },
  'no actions': { isInVain: true },
  '204 everywhere': { isCommentLost: true },
  'an unreliable gateway': { keywords: /502/ },
  'filters refused': { isFilteredHere: true },
  'filters ignored': { isFilteredHere: true, isPatch: true, talk: /Unsupported message/ },
  'searching is forbidden': { isFilteredHere: true, isInVain: true, isPatch: true },
  'half implemented': { isInVain: true },
};

// These tenants refuse requests by design, and the browser logs each refusal as an error.
test.use({ expectedComplaints: [/Failed to load resource/] });

for (const tenant of Object.keys(tenants) as TenantName[]) {
  // `Object.keys` widens the names to `string`.
  test.describe(tenant, () => {
    test.use({ tenant });
    test('can be used, and the dashboard explains what is missing', async ({ scenario, page }) => {
      const { isFilteredHere = false, isInVain, isCommentLost, isPatch, keywords, talk } = differences[tenant] ?? {};
      await searchDrafts(scenario, isFilteredHere);
      await (isInVain ? decideInVain(scenario) : decideBoth(scenario));
      if (isCommentLost) await expect(page.getByText('the reason wasn’t saved').first()).toBeVisible();
      const kept = isInVain || isCommentLost ? null : REASON;
      await expect.poll(() => commentOf(scenario.service, scenario.draftIds[1])).toBe(kept);
      await typeClient(scenario);
      if (isPatch) await changeVerb(scenario);
      await saveClient(scenario);
      await makeKeyword(scenario, keywords);
      await readRoom(scenario, talk);
    });
  });
}
