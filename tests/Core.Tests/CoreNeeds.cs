using DbIngest.Core.Tests.Resources;

namespace DbIngest.Core.Tests;

/// <summary>What these tests need.</summary>
internal sealed class CoreNeeds : NeedCatalog
{
    protected override IEnumerable<Need> All =>
    [
        new("thread-clock", "use a kernel with scheduler statistics", () => File.Exists("/proc/thread-self/schedstat") ? null
            : "The kernel does not count a thread's time."),
        new("storage-counters", "run the tests on a disk whose writes the kernel counts", StorageCounters.FindMissing),
    ];
}
