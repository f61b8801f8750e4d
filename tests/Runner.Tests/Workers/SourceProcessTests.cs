using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Runner.Workers;

namespace DbIngest.Runner.Tests.Workers;

/// <summary>The child's end, served in this process.</summary>
public sealed class SourceProcessTests : IDisposable
{
    private readonly ManualResetEventSlim _isBusy = new();
    private readonly ManualResetEventSlim _hasLeft = new();

    public void Dispose()
    {
        _isBusy.Dispose();
        _hasLeft.Dispose();
    }

    /// <summary>Leaving ends the process at once: nothing that is disposed at its end would be.</summary>
    [Fact]
    public void Serve_ParentGoesDuringATrial_RemovesWhatWasSpooledBeforeItLeaves()
    {
        string? folder = null;
        bool wasThere = false;
        bool? isThere = null;
        int? code = null;
        using var process = new SourceProcess(new ParentThatGoes(WorkerJson.Write(OneTask()), _isBusy), TextWriter.Null,
            _ => throw new NotSupportedException(),
            task =>
            {
                folder = task.WorkFolder;
                wasThere = Directory.Exists(folder);
                _isBusy.Set();
                _hasLeft.Wait();
                throw new IOException("no recording");
            },
            left =>
            {
                (code, isThere) = (left, Directory.Exists(folder));
                _hasLeft.Set();
            })
        {
            IsElsewhere = true,
            Quiet = static () => { },
            Environs = static () =>
                EnvironmentCapture.Capture(Path.GetTempPath(), BuildStamp.Of(typeof(SourceProcessTests))),
        };

        process.Serve();

        code.ShouldBe((int)ExitCode.Interrupted);
        wasThere.ShouldBeTrue();
        folder.ShouldNotBeNull().ShouldContain("dbingest-source-");
        isThere.ShouldBe(false);
    }

    private static OpenTask OneTask() => new()
    {
        Database = "null",
        Options = new TargetOptions { WorkFolder = "/of/the/parent" },
        Workload = new WorkloadTask(1, 9, null, "/of/the/parent", 1, 1),
        Facts = new Dictionary<string, string>(),
        Request = IngestRequest.Of(SourceLayout.Single(1), 10, 10, RetryOptions.Default),
        Sources = 1,
    };

    /// <summary>Says one line, and ends when the source process works on it.</summary>
    private sealed class ParentThatGoes(string line, ManualResetEventSlim isBusy) : TextReader
    {
        private bool _hasSpoken;

        public override string? ReadLine()
        {
            if (_hasSpoken)
            {
                isBusy.Wait();
                return null;
            }

            _hasSpoken = true;
            return line;
        }
    }
}
