/** Where a change is talked about. */
export interface CodeHost {
  /** Comments that we may have written, oldest first. */
  comments(): AsyncIterable<HostComment>;
  create(body: string): Promise<void>;
  update(id: number, body: string): Promise<void>;
}

export interface HostComment {
  readonly id: number;
  readonly body: string;
}
