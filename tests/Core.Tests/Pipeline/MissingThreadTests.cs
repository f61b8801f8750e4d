using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Pipeline;

/// <summary>
/// An ingestion for whose lanes the system has too few threads. Those that it has must end, or later trials have none either.
/// </summary>
public sealed class MissingThreadTests
{
    [Fact]
    public void WaitReady_LanesWithoutAThread_FailsAndLetsTheOtherLanesEnd()
    {
        var started = new List<Thread>();
        using var target = new MemoryTarget();
        using var workload = new CountingWorkload();
        var request = IngestRequest.Of(Points.Of(sources: 4), 1, RetryOptions.Default);
        var run = new LocalIngestRun(request, target, workload, firstSource: 0, sources: 4, CancellationToken.None, thread =>
        {
            if (started.Count == 2)
            {
                ExceptionDispatchInfo.Throw(new InsufficientMemoryException("No thread."));
            }

            started.Add(thread);
            thread.Start();
        });

        Should.Throw<TargetException>(run.WaitReady).Message.ShouldContain("ulimit -u");

        run.Dispose();
        started.Count.ShouldBe(2);
        started.ForEach(thread => thread.Join());
    }
}
