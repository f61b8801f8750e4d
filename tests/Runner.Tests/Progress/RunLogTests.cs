using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Progress;
using Serilog.Events;

namespace DbIngest.Runner.Tests.Progress;

[Needs("dev-full")]
public class RunLogTests
{
    /// <summary>What the log holds back until it is closed no longer fits, as on a disk that became full meanwhile.</summary>
    [Fact]
    public void Dispose_FileTakesNothingMore_IsNoFault()
    {
        const string Full = "/dev/full";
        using var reporter = new Reporter(shows: false, line => line);
        var log = new RunLog(Full, reporter, LogEventLevel.Fatal, new Screen(new SecretScrubber()));
        for (int line = 0; line < 1000; line++)
        {
            log.Logger.Information("Line {Line}", line);
        }

        Should.NotThrow(log.Dispose);
    }
}
