import type { QueryProblem } from '#contract/list-query.ts';

/** Returns the `detail` of an invalid query parameter: an English sentence. */
export function queryProblemSentence(problem: QueryProblem): string {
  switch (problem.code) {
    case '101':
      return `${problem.type} is not a resource.`;
    case '102':
      return `${problem.name} is not a filter of ${problem.type}. Its filters: ${problem.known.join(', ') || 'none'}.`;
    case '104':
      return `${problem.name} is not a field of ${problem.type}.`;
    case '112':
      return `${problem.name} is not a relationship of ${problem.type}.`;
    case '114':
      return `${problem.name} is not a sort field of ${problem.type}.`;
    case '118': {
      const range = problem.most ? `from 1 to ${problem.most}` : 'of at least 1, with at most 15 digits';
      return `${problem.parameter} must be a whole number ${range}.`;
    }
    case '400':
      return `The parameter ${problem.parameter} was given more than once.`;
  }
}
