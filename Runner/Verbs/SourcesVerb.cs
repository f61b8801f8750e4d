using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Resources;
using DbIngest.Analysis.Output;
using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;
using DbIngest.Sources;
using DbIngest.Sources.Export;
using DbIngest.Sources.Input;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>sources</c>: inspects recordings, and exports synthetic data or a recording. <see cref="Verb.All"/>
/// registers it. It opens no database, and replaces a file only with <c>--force</c>.
/// </summary>
internal static class SourcesVerb
{
    private const string DefaultRecords = "10000";

    public static ExitCode Execute(SourcesOptions options, Screen screen)
    {
        string[] words = [.. options.Words];
        if (words.Length > 2 && words[0] is "inspect" or "export")
        {
            throw new UsageException($"sources {words[0]}: '{words[2]}' is a second path; give one file or folder, or a pattern "
                + "in quotes ('*.csv').");
        }

        if (words.Length != 2 || words[0] is not ("inspect" or "export"))
        {
            throw new UsageException(
                "sources: say what to do with which file: 'sources inspect PATH' or 'sources export PATH --format FORMAT'.");
        }

        using var interruption = new Interruption(static () => { });
        try
        {
            return words[0] == "inspect" ? Inspect(words[1], options, screen, interruption)
                : Export(words[1], options, screen, interruption);
        }
        catch (Exception exception) when (exception is InputException or ArgumentException)
        {
            throw new UsageException($"sources {words[0]}: {exception.Message}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"sources {words[0]}: {words[1]}: {exception.Message.TrimEnd('.')}; "
                + (words[0] == "inspect" ? "make it readable, or name another file." : "name a file that can be written."));
        }
    }

    private static ExitCode Inspect(string path, SourcesOptions options, Screen screen, Interruption interruption)
    {
        var reader = new OptionReader();
        string inputOptions = InputOptions(options, reader);
        object?[] foreign = [options.Format, options.Records, options.Values, options.Source, options.Seed, options.Input];
        reader.RefuseIf(foreign.Any(o => o is not null), "--format, --records, --values, --source, --seed, --input",
            "they belong to 'sources export'; leave them out");
        reader.RefuseIf(options.Force, "--force", "it belongs to 'sources export'; leave it out");

        reader.ThrowIfRefused();
        var report = InputInspector.Inspect(path, inputOptions, interruption.Token);
        if (options.Json)
        {
            screen.Result(JsonSerializer.Serialize(report, VerbJson.Default.InputReport));
        }
        else
        {
            screen.Table(TableOf(report), asRemark: false);
        }

        return ExitCode.Done;
    }

    private static string InputOptions(SourcesOptions options, OptionReader reader) =>
        InputRequest.OptionsOf(options.InputOptions, options.OnBadRow is null ? null
            : reader.Choice("--on-bad-row", options.OnBadRow));

    private static ExitCode Convert(
        string input, string path, string format, SourcesOptions options, OptionReader reader, Screen screen,
            Interruption interruption)
    {
        string inputOptions = InputOptions(options, reader);
        object?[] foreign = [options.Values, options.Source, options.Seed];
        reader.RefuseIf(foreign.Any(o => o is not null), "--values, --source, --seed",
            "they describe synthetic data; leave them out, or leave --input out");

        long records = options.Records is null ? long.MaxValue
            : reader.Number("--records", options.Records, SweepAxes.Records.Smallest, SweepAxes.Records.Largest);
        reader.ThrowIfRefused();
        RefuseExisting(path, format, options);
        var written = RecordingExport.Write(input, inputOptions, records, format, path, interruption.Token);
        foreach (string note in InputNotes.Of(written.Facts))
        {
            screen.Remark($"Input: {note}");
        }

        screen.Result(string.Create(
            CultureInfo.InvariantCulture,
                $"{string.Join(" and ", written.Files)}: {written.Records} records of {written.Values} values, {format}, "
                + $"{Bytes(written.Files)} bytes"));
        return ExitCode.Done;
    }

    private static TextTable TableOf(InputReport report) => new()
    {
        Title = string.Create(
            CultureInfo.InvariantCulture,
            $"{report.Name}: {report.Format}, {report.Rows} records of {report.Values.Count} values, "
            + $"{report.EarliestUtc:yyyy-MM-ddTHH:mm:ss.FFFFFF}Z to {report.LatestUtc:yyyy-MM-ddTHH:mm:ss.FFFFFF}Z"),
        Headers = ["value", "unit", "count", "missing", "min", "max", "sum"],
        RightAligned = [false, false, true, true, true, true, true],
        Rows = [.. report.Values.Select(v => (IReadOnlyList<string>)
        [
            v.Name, v.Unit, Text(v.Count), Text(v.Missing), Text(v.Min), Text(v.Max), Text(v.Sum),
        ])],
        Notes =
        [
            Rate(report),
            string.Create(
                CultureInfo.InvariantCulture,
                $"time: {report.Backward} records go back, {report.Repeated} repeat the time before, {report.Uncertain} have "
                + $"a time that lost precision or was reconstructed"),
            .. report.Facts.Select(f => $"{f.Key}: {f.Value}"),
        ],
    };

    private static string Rate(InputReport report) => string.Create(
        CultureInfo.InvariantCulture,
        $"median interval: {report.MedianIntervalS:0.######} s, {1 / report.MedianIntervalS:0.####} records/s");

    private static string Text(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Text(double? value) => value?.ToString("R", CultureInfo.InvariantCulture) ?? string.Empty;

    private static ExitCode Export(string path, SourcesOptions options, Screen screen, Interruption interruption)
    {
        var reader = new OptionReader();
        string format = "";
        if (options.Format is null)
        {
            reader.Refuse("--format", $"must be given: one of {string.Join(", ", RecordExport.Formats)}");
        }
        else
        {
            format = reader.Choice("--format", options.Format, [.. RecordExport.Formats]);
        }

        reader.RefuseIf(options.Json, "--json", "it belongs to 'sources inspect'; leave it out");

        if (options.Input is { } input)
        {
            return Convert(input, path, format, options, reader, screen, interruption);
        }

        reader.RefuseIf(options.InputOptions is not null || options.OnBadRow is not null, "--input-options, --on-bad-row",
            "they belong to 'sources inspect', and to 'sources export' with --input; leave them out");

        long records = reader.Number("--records", options.Records
            ?? DefaultRecords, SweepAxes.Records.Smallest, SweepAxes.Records.Largest);
        int values = (int)reader.Number("--values", options.Values
            ?? Defaults.Values, SweepAxes.Values.Smallest, SweepAxes.Values.Largest);
        int source = (int)reader.Number("--source", options.Source ?? "0", 0, SourceLayout.MaxSources - 1);
        ulong seed = reader.Seed("--seed", options.Seed ?? Defaults.Seed);
        reader.ThrowIfRefused();
        RefuseExisting(path, format, options);
        using var workload = new SyntheticWorkload(seed, values);
        var files = RecordExport.Write(workload, source, records, format, path, interruption.Token);
        screen.Result(string.Create(CultureInfo.InvariantCulture,
            $"{string.Join(" and ", files)}: {records} records of {values} values, {format}, {Bytes(files)} bytes"));
        return ExitCode.Done;
    }

    /// <summary>Bytes of the files that were written. The length of a link is not that of the file behind it.</summary>
    private static long Bytes(IReadOnlyList<string> files) =>
        files.Sum(file => new FileInfo(Links.Followed(file)) is { Exists: true } written ? written.Length : 0);

    private static void RefuseExisting(string path, string format, SourcesOptions options) =>
        ExistingFiles.Refuse("sources export", RecordExport.FilesOf(format, path), "name another file", options.Force);
}
