const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Retries a dynamic import with exponential backoff (2–60 s). For chunks that load in the background: a rejected import
 * would crash a page that works without them.
 */
export async function patiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
