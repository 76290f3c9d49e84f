/** The loading state of a list, without its content. */
export interface ListState {
  readonly isRead: boolean;
  readonly failure: Error | null;
}

export function stateOf({ data, error }: { data: unknown; error: Error | null }): ListState {
  return { isRead: data !== undefined, failure: error };
}
