import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Sample } from '#src/domain/waiting/waiting-samples.ts';
import { listen } from '#src/lib/listen.ts';
import { toChartData } from './sample-aggregates.ts';

/** Sparkline of the samples as a step chart. `WaitingLine` has the numbers as a table for screen readers. */
export function LineChart({ samples }: { samples: readonly Sample[] }) {
  const { i18n } = useLingui();
  // `samples` changes about once a minute, which redraws the chart.
  const draw = useCallback(
    (host: HTMLDivElement) => {
      const drawn = new UPlot(chartOptions(host, i18n.locale), toChartData(samples), host);
      const sizes = new ResizeObserver(() => drawn.setSize(sizeOf(host)));
      sizes.observe(host);
      // uPlot reads colours when drawing, so redraw on a theme change.
      const redraw = () => drawn.redraw();
      const themes = new MutationObserver(redraw);
      themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      const stop = listen(matchMedia('(prefers-color-scheme: dark)'), 'change', redraw);
      return () => {
        sizes.disconnect();
        themes.disconnect();
        stop();
        drawn.destroy();
      };
    },
    [i18n.locale, samples],
  );
  return (
    <div ref={draw} aria-hidden="true" className="h-full text-busy">
      <span data-axis="" className="text-line forced-colors:text-[GrayText]" />
      <span data-label="" className="text-muted" />
    </div>
  );
}

function chartOptions(host: HTMLElement, locale: string): UPlot.Options {
  const colourOf = (selector: string) => () => getComputedStyle(host.querySelector(selector) ?? host).color;
  const grid = { stroke: colourOf('[data-axis]'), width: 1 };
  const axis = { stroke: colourOf('[data-label]'), grid, ticks: { show: false }, font: '11px system-ui' };
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return {
    ...sizeOf(host),
    legend: { show: false },
    cursor: { show: false },
    padding: [6, 8, 0, 0],
    scales: { y: { range: (_chart, _least, most) => [0, Math.max(2, most)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 20,
        space: 70,
        // Whole minutes: with shorter steps, several ticks would have the same label.
        incrs: MINUTES,
        values: (_chart, at) => at.map((unix) => time.format(unix * 1000)),
      },
      {
        ...axis,
        size: 28,
        space: 24,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200],
        values: (_chart, at) => at.map((count) => whole.format(count)),
      },
    ],
    series: [
      {},
      {
        stroke: colourOf(':scope'),
        width: 1.5,
        points: { show: false },
        ...(UPlot.paths.stepped && { paths: UPlot.paths.stepped({ align: 1 }) }),
      },
    ],
  };
}

const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240].map((minutes) => minutes * 60);

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({ width: clientWidth, height: clientHeight });
