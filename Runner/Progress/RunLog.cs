using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using Serilog;
using Serilog.Core;
using Serilog.Events;
using Serilog.Formatting;
using Serilog.Formatting.Display;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Opens the log of a run: lines of level debug and above go to <c>run.log</c> in the result folder, important lines also to the
/// console through <see cref="Reporter"/>. <c>run</c> creates one per sweep. It removes known secrets from every line, and its
/// file takes no lines beyond 1 GiB.
/// </summary>
/// <param name="file">Path of the log. A resumed run appends to it.</param>
/// <param name="reporter">Prints the lines for the console.</param>
/// <param name="console">Lowest level that goes to the console.</param>
/// <param name="screen">Knows the secrets, and prints a remark if the file cannot be closed.</param>
internal sealed class RunLog(string file, Reporter reporter, LogEventLevel console, Screen screen) : IDisposable
{
    /// <summary>The logger that receives the lines, from any thread.</summary>
    public Logger Logger { get; } = Create(file, reporter, console, screen.Scrubber);

    /// <summary>
    /// Writes the last lines and closes the file. If the disk is full it prints a remark instead of throwing, because the run is
    /// over and no result depends on the log.
    /// </summary>
    public void Dispose()
    {
        try
        {
            Logger.Dispose();
        }
        catch (IOException exception)
        {
            screen.Remark($"{file}: the last lines of the log cannot be written ({exception.Message}).");
        }
    }

    private static Logger Create(string file, Reporter reporter, LogEventLevel console, SecretScrubber scrubber) =>
        new LoggerConfiguration()
            .MinimumLevel.Debug()
            .WriteTo.File(
                new UtcFormatter(new ScrubbingFormatter("{Message:lj}{NewLine}{Exception}", scrubber)),
                file,
                fileSizeLimitBytes: 1L << 30)
            .WriteTo.Sink(new ReporterSink(reporter, new ScrubbingFormatter("{Message:lj}", scrubber)), console)
            .CreateLogger();

    /// <summary>Writes time and level before a message: <c>2026-01-02T03:04:05.678Z warning ...</c>.</summary>
    private sealed class UtcFormatter(ScrubbingFormatter inner) : ITextFormatter
    {
        public void Format(LogEvent logEvent, TextWriter output)
        {
            output.Write(logEvent.Timestamp.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fff'Z'",
                System.Globalization.CultureInfo.InvariantCulture));
            output.Write($" {Word(logEvent.Level)} ");
            inner.Format(logEvent, output);
        }

        private static string Word(LogEventLevel level) => level switch
        {
            LogEventLevel.Verbose or LogEventLevel.Debug => "detail ",
            LogEventLevel.Information => "info   ",
            LogEventLevel.Warning => "warning",
            _ => "error  ",
        };
    }

    private sealed class ScrubbingFormatter(string template, SecretScrubber scrubber) : ITextFormatter
    {
        private readonly MessageTemplateTextFormatter _inner = new(template, System.Globalization.CultureInfo.InvariantCulture);

        public void Format(LogEvent logEvent, TextWriter output)
        {
            using var text = new StringWriter(System.Globalization.CultureInfo.InvariantCulture);
            _inner.Format(logEvent, text);
            output.Write(scrubber.Scrub(text.ToString()));
        }
    }

    private sealed class ReporterSink(Reporter reporter, ScrubbingFormatter formatter) : ILogEventSink
    {
        public void Emit(LogEvent logEvent)
        {
            using var text = new StringWriter(System.Globalization.CultureInfo.InvariantCulture);
            formatter.Format(logEvent, text);
            reporter.WriteLine(text.ToString());
        }
    }
}
