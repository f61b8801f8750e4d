using System.Diagnostics;
using DbIngest.Core.Pipeline;

namespace DbIngest.Core.Tests.Pipeline;

public sealed class QuietRuntimeTests
{
    private TimeSpan _time;

    [Fact]
    public void AwaitQuiet_NothingCompiled_WaitsOnlyTheQuietTime()
    {
        QuietRuntime.AwaitQuiet(() => 7, Now, Pause).ShouldBe(7);

        _time.ShouldBe(QuietRuntime.Quiet);
    }

    [Fact]
    public void AwaitQuiet_CompiledFor600Ms_WaitsUntilItIsDone()
    {
        QuietRuntime.AwaitQuiet(() => (long)Math.Min(600, _time.TotalMilliseconds), Now, Pause).ShouldBe(600);

        _time.ShouldBe(TimeSpan.FromMilliseconds(600) + QuietRuntime.Quiet);
    }

    [Fact]
    public void AwaitQuiet_BurstAfterAPause_IsWaitedForToo()
    {
        // As the runtime does: nothing for 100 ms, then what was called often.
        QuietRuntime.AwaitQuiet(() => _time.TotalMilliseconds < 100 ? 0 : 250, Now, Pause).ShouldBe(250);
    }

    [Fact]
    public void AwaitQuiet_CompilesWithoutEnd_GivesUp()
    {
        QuietRuntime.AwaitQuiet(() => (long)_time.TotalMilliseconds, Now, Pause);

        _time.ShouldBe(QuietRuntime.Longest);
    }

    private long Now() => (long)(_time.TotalSeconds * Stopwatch.Frequency);

    private void Pause(TimeSpan time) => _time += time;
}
