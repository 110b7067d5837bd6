/** The product logo: a draft with a check mark. */
export function Logo({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={`shrink-0 text-accent ${className}`}>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M3 1h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H8.5L4 15.5V12H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm8.6 3.2L7 8.6 4.6 6.4 3.5 7.6 7 10.8l5.7-5.5Z"
      />
    </svg>
  );
}
