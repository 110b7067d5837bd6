const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Loads a part of the program, again and again until it is there: for parts that come by themselves, without which the
 * page does as well. One that failed for good would take the page down with it.
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
