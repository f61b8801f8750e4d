using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using DbIngest.Analysis;
using DbIngest.Analysis.Live;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Latency;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;
using DbIngest.Live;
using DbIngest.Runner.Progress;

namespace DbIngest.Runner.Live;

/// <summary>
/// Shows a running sweep in browsers (<c>--dashboard</c>). <c>RunVerb</c> opens one per run, <c>SweepExecution</c> registers it
/// as an observer, and the sweep's thread calls it. The dashboard's own thread reads the lanes' counters once per second, and
/// their histograms only while a browser looks. The sweep's thread computes intervals and rules between trials, for at most about
/// 2 % of the sweep's time. A drawing error must never end the sweep: the page then stays as it is.
/// </summary>
internal sealed class Dashboard : ISweepObserver, IDisposable
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    /// <summary>Longest wait for slow browsers that receive the report, which may be large.</summary>
    private static readonly TimeSpan ReportPatience = TimeSpan.FromSeconds(10);

    /// <summary>Longest wait for slow browsers that receive the sentence about the end.</summary>
    private static readonly TimeSpan EndPatience = TimeSpan.FromSeconds(1);

    /// <summary>The next summary is due after this many times the duration of the last one.</summary>
    private const int SummaryShare = 50;

    private readonly LiveServer _server;
    private readonly Action<string> _say;
    private readonly Lock _lock = new();
    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;
    private readonly long _opened = Stopwatch.GetTimestamp();
    private readonly List<JournalEntry> _entries = [];
    private readonly RateSteps _steps = new();
    private SweepProgress? _progress;
    private Manifest? _manifest;
    private string _folder = string.Empty;
    private ScheduledTrial? _trial;
    private IIngestRun? _run;
    private IngestSnapshot _last = new();
    private long _started;
    private long _summarized;
    private TimeSpan _summaryCost;
    private bool _hasEnded;
    private volatile bool _isGivenUp;

    private Dashboard(LiveServer server, Action<string> say)
    {
        _server = server;
        _say = say;
        _thread = new Thread(Run) { IsBackground = true, Name = "dashboard" };
        _thread.Start();
    }

    /// <summary>Opens the page, before anything of the sweep is open.</summary>
    /// <param name="given">The value of the option. Null without the option.</param>
    /// <param name="say">Receives the address for the user, and later any drawing error, also on the dashboard's thread.</param>
    /// <returns>The open page, which the caller disposes. Null without the option.</returns>
    /// <exception cref="UsageException">The value is no address, or the program cannot listen there.</exception>
    public static Dashboard? Open(string? given, Action<string> say)
    {
        if (given is null)
        {
            return null;
        }

        var address = DashboardAddress.Of(given);
        try
        {
            var server = LiveServer.Start(address, LivePage.Frame());
            say($"Watch this run at {server.Address}");
            return new Dashboard(server, say);
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            var cause = exception.GetBaseException();
            var next = new IPEndPoint(address.Address, (address.Port % ushort.MaxValue) + 1);
            string remedy = cause is SocketException { SocketErrorCode: SocketError.AddressNotAvailable }
                ? "name an address of this machine" : $"name another port, as in --dashboard {next}";
            throw new UsageException(
                $"--dashboard: {address} cannot be listened on ({cause.Message.TrimEnd('.')}); {remedy}, or leave it out.");
        }
    }

    /// <summary>Shows a sweep from now on. Call it once, before the first trial.</summary>
    /// <param name="manifest">The manifest of the sweep.</param>
    /// <param name="folder">Name of the result folder.</param>
    /// <param name="journal">Entries of earlier runs of the sweep. Empty for a new sweep.</param>
    /// <param name="progress">The progress of the sweep, which another observer keeps up to date.</param>
    public void Follow(Manifest manifest, string folder, IEnumerable<JournalEntry> journal, SweepProgress progress)
    {
        lock (_lock)
        {
            (_manifest, _folder, _progress) = (manifest, folder, progress);
            _entries.AddRange(journal);
        }

        _server.Publish(LivePage.Name, LiveParts.Text(manifest.Name));
        _server.Publish(LivePage.Subtitle, LiveParts.Text(manifest.CommandLine));
        Draw(() => Rehearse(manifest.Configuration.Points[0]));
        Draw(Summarize);
    }

    /// <inheritdoc/>
    public void Calibrated(CalibrationResult calibration)
    {
        lock (_lock)
        {
            _entries.Add(calibration);
        }
    }

    /// <inheritdoc/>
    public void TrialStarted(ScheduledTrial trial)
    {
        lock (_lock)
        {
            (_trial, _run, _last) = (trial, null, new IngestSnapshot());
            _steps.Clear();
        }
    }

    /// <inheritdoc/>
    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged)
    {
        lock (_lock)
        {
            if (phase != TrialPhase.Ingest && _run is { } ended)
            {
                Count();
                (_run, _last) = (null, ended.Snapshot());
            }
        }
    }

    /// <inheritdoc/>
    public void IngestStarted(ScheduledTrial trial, IIngestRun run)
    {
        lock (_lock)
        {
            (_run, _started) = (run, Stopwatch.GetTimestamp());
        }
    }

    /// <inheritdoc/>
    public void TrialFinished(ScheduledTrial trial, TrialResult result)
    {
        lock (_lock)
        {
            _entries.Add(result);
            (_trial, _run) = (null, null);
        }

        if (Stopwatch.GetElapsedTime(_summarized) >= SummaryShare * _summaryCost)
        {
            Draw(Summarize);
        }
    }

    /// <summary>
    /// Replaces the page by the report in every browser. The first call of this method, <see cref="ShowEnd"/> or
    /// <see cref="Dispose"/> ends the page. Later calls show nothing.
    /// </summary>
    /// <param name="path">Path of the report.</param>
    public void ShowReport(string path) => End("report", File.ReadAllText(path), ReportPatience);

    /// <summary>Tells every browser how the run ended, if no report comes.</summary>
    /// <param name="text">A sentence for the user.</param>
    public void ShowEnd(string text) => End("ended", text, EndPatience);

    /// <summary>Ends the page and its thread, and closes the address.</summary>
    public void Dispose()
    {
        ShowEnd("The run has ended without a report: its last lines on the terminal say why.");
        _server.Dispose();
        _stop.Dispose();
    }

    private void End(string name, string text, TimeSpan patience)
    {
        if (!_hasEnded)
        {
            _hasEnded = true;
            _stop.Set();
            _thread.Join();
            _server.End(name, text, patience);
        }
    }

    private void Run()
    {
        while (!_stop.Wait(Period) && !_isGivenUp)
        {
            Draw(Tick);
        }
    }

    private void Tick()
    {
        bool isSeen = _server.Browsers > 0;
        LiveTrial? trial = null;
        SweepProgress? progress;
        lock (_lock)
        {
            progress = _progress;
            Count();
            if (isSeen && progress is not null && _trial is not null)
            {
                _last = _run?.Snapshot() ?? _last;
                trial = new LiveTrial
                {
                    Point = _trial.Point,
                    Words = Words(progress.Snapshot()),
                    Snapshot = _last,
                    Steps = _steps.Steps(),
                };
            }
        }

        if (!isSeen)
        {
            return;
        }

        if (progress?.Snapshot() is { } now)
        {
            string? work = now.Current is not null ? null
                : now.Work is { } between ? ProgressText.Of(between) : "the next trial is being prepared";
            _server.Publish(LivePage.Progress, LiveParts.Progress(
                new LiveCounts(now.TrialsDone, now.Trials, now.PointsDone, now.Points,
                    ProgressText.Of(Stopwatch.GetElapsedTime(_opened)), ProgressText.Of(now.Remaining)), work));
        }

        if (trial is not null)
        {
            _server.Publish(LivePage.Trial, LiveParts.Trial(trial));
        }
    }

    /// <summary>Draws a made-up trial and drops it, so that the drawing code is compiled before a trial is measured.</summary>
    private static void Rehearse(Point point)
    {
        var latency = new LatencyHistogram();
        latency.Record(1);
        _ = LiveParts.Progress(new LiveCounts(0, 1, 0, 1, string.Empty, string.Empty), null);
        _ = LiveParts.Trial(new LiveTrial
        {
            Point = point,
            Words = string.Empty,
            Snapshot = new IngestSnapshot { Latency = latency },
            Steps = [(1, 1), (2, 1)],
        });
    }

    /// <summary>Adds the current count of acknowledged records to the steps. The caller holds the lock.</summary>
    private void Count()
    {
        if (_run is { } run)
        {
            _steps.Add(Stopwatch.GetElapsedTime(_started).TotalSeconds, run.AcknowledgedRecords);
        }
    }

    /// <summary>
    /// Computes figures and rules of the trials so far. Only the thread of the sweep may call it, between trials: no trial runs
    /// meanwhile, and no other thread changes the entries.
    /// </summary>
    private void Summarize()
    {
        if (_progress is not { } progress || !_entries.OfType<TrialResult>().Any())
        {
            return;
        }

        long started = Stopwatch.GetTimestamp();
        var result = new StoredResult(_folder, _manifest!, Summarizer.Of(_manifest!, [.. _entries]));
        var goesOn = progress.Snapshot().Interim.Where(point => !point.IsDone).Select(point => point.Point).ToHashSet();
        var done = result.Summary.Points.Where(point => point.Trials.NotRun == 0).Select(point => point.Point).Except(goesOn)
            .ToHashSet();
        _server.Publish(LivePage.Points, LiveParts.Points(result, done));
        _server.Publish(LivePage.Rules, LiveParts.Rules(result, done));

        // Most of the first summary's time is compilation, which later summaries do not repeat.
        bool isFirst = _summarized == 0;
        _summarized = Stopwatch.GetTimestamp();
        _summaryCost = isFirst ? TimeSpan.Zero : Stopwatch.GetElapsedTime(started, _summarized);
    }

    /// <summary>Draws a part of the page. After an exception, reports it once and draws nothing more.</summary>
    private void Draw(Action draw)
    {
        if (_isGivenUp)
        {
            return;
        }

        try
        {
            draw();
        }
        catch (Exception exception)
        {
            _isGivenUp = true;
            _say($"The live page cannot be drawn and stays as it is; the sweep goes on. {exception}");
        }
    }

    private static string Words(ProgressSnapshot progress) => progress.Current is not { } trial ? string.Empty
        : FormattableString.Invariant($"{ProgressText.Of(trial.Point)}: trial {trial.Trial} of {progress.TrialsOfPoint}")
            + (trial.WarmUp ? " (warm-up)" : string.Empty) + $", {progress.Phase.ToString().ToLowerInvariant()}";
}
