namespace DbIngest.Targets.Tests;

public sealed class FairLockTests
{
    [Fact]
    public void Enter_ManyThreads_ExcludesAndTakesTurns()
    {
        const int Threads = 8;
        const int Turns = 100;
        var fair = new FairLock(Threads);
        int inside = 0;
        int most = 0;
        long count = 0;
        var threads = Enumerable.Range(0, Threads).Select(_ => new Thread(() =>
        {
            using var waiter = new FairLock.Waiter();
            for (int i = 0; i < Turns; i++)
            {
                fair.Enter(waiter);
                most = Math.Max(most, Interlocked.Increment(ref inside));

                // Gives whoever should be waiting the time to get in.
                Thread.Yield();
                most = Math.Max(most, Volatile.Read(ref inside));
                count++;
                Interlocked.Decrement(ref inside);
                fair.Exit();
            }
        })).ToList();

        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());

        most.ShouldBe(1);
        count.ShouldBe(Threads * Turns);
    }

    [Fact]
    public void Exit_HolderReentersAtOnce_WaiterGoesFirst()
    {
        var fair = new FairLock(2);
        using var mine = new FairLock.Waiter();
        using var waiting = new ManualResetEventSlim();
        bool waiterRan = false;
        fair.Enter(mine);
        var thread = new Thread(() =>
        {
            using var waiter = new FairLock.Waiter();
            waiting.Set();
            fair.Enter(waiter);
            waiterRan = true;
            fair.Exit();
        });
        thread.Start();
        waiting.Wait();
        SpinWait.SpinUntil(() => thread.ThreadState.HasFlag(System.Threading.ThreadState.WaitSleepJoin));

        fair.Exit();
        fair.Enter(mine);

        waiterRan.ShouldBeTrue();
        fair.Exit();
        thread.Join();
    }
}
