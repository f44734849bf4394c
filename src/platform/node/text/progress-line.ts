import type { Progress, WaitReason } from '../../../ports';
import { counted } from './counted';

type Endpoint = 'highlights' | 'documents';

/** Gathers what a sync has told of itself, and says it in one line. */
export class ProgressLine {
  private readonly pulls = new Map<Endpoint, number>();
  private readonly waits = new Map<Endpoint, { readonly until: number; readonly why: WaitReason }>();
  private writing: { readonly done: number; readonly failed: number } | null = null;
  private checking: string | null = null;
  private attachments = 0;
  private texts: { readonly done: number; readonly total: number } | null = null;

  /** `now`: monotonic milliseconds. */
  hear(progress: Progress, now: number): void {
    switch (progress.step) {
      case 'pulling':
        this.pulls.set(progress.endpoint, progress.received);
        this.waits.delete(progress.endpoint);
        this.checking = null;
        break;
      case 'writing':
        this.writing = { done: progress.done, failed: progress.failed };
        break;
      case 'waiting':
        this.waits.set(progress.endpoint, { until: now + progress.seconds * 1000, why: progress.why });
        break;
      case 'texts':
        this.checking = null;
        this.texts = { done: progress.done, total: progress.total };
        break;
      case 'attachments':
        this.checking = null;
        this.attachments = progress.done;
        break;
      case 'checking':
        this.checking = progress.what;
        break;
    }
  }

  /** `highlights 1000, documents 40, 12 notes written, documents wait 7 s for the rate limit` */
  text(now: number): string {
    const parts = [...this.pulls].map(([endpoint, received]) => `${endpoint} ${received}`);
    if (this.texts !== null) parts.push(`full texts ${this.texts.done}/${this.texts.total}`);
    if (this.attachments > 0) parts.push(`attachments ${this.attachments}`);
    if (this.checking !== null) parts.push(`checking ${this.checking}`);
    if (this.writing !== null) parts.push(`${counted(this.writing.done, 'note')} written`);
    if (this.writing !== null && this.writing.failed > 0) parts.push(`${this.writing.failed} failed`);
    for (const [endpoint, { until, why }] of this.waits) {
      const seconds = Math.ceil((until - now) / 1000);
      if (seconds > 0)
        parts.push(
          why === 'limit'
            ? `${endpoint} wait ${seconds} s for the rate limit`
            : `${endpoint} tried again in ${seconds} s`,
        );
    }
    return parts.join(', ');
  }
}
