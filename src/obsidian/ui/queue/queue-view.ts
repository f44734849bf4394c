import { BasesView, type QueryController } from 'obsidian';
import type { ReadingQueue } from './reading-queue';

/** As it stands in base files. */
export const QUEUE_VIEW = 'florilegium-reading-queue';

/** Where the reading queue stands in a base. What it shows is made when the base opens. */
export class QueueView extends BasesView {
  override readonly type = QUEUE_VIEW;
  private queue: ReadingQueue | null = null;
  private hasData = false;

  constructor(
    controller: QueryController,
    private readonly makeQueue: () => Promise<ReadingQueue>,
  ) {
    super(controller);
  }

  override onload(): void {
    void this.open();
  }

  override onDataUpdated(): void {
    this.hasData = true;
    this.queue?.show(this.data.groupedData);
  }

  private async open(): Promise<void> {
    this.queue = this.addChild(await this.makeQueue());
    if (this.hasData) this.queue.show(this.data.groupedData);
  }
}
