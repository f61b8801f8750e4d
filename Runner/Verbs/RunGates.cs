using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Gates;
using DbIngest.Analysis.Summary;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// The gates of a run: <c>--fail-below</c>, <c>--fail-above</c> and <c>--fail-slower</c>. <see cref="RunVerb"/> reads them before
/// anything is measured and judges them after the sweep. A gate that judges nothing must say so: a build that passes for lack of
/// a figure has not passed. Immutable.
/// </summary>
internal sealed class RunGates
{
    private const double SmallestAllowance = 0.1;
    private const double LargestAllowance = 99;

    private readonly IReadOnlyList<AbsoluteGate> _limits;
    private readonly double? _allowance;

    private RunGates(IReadOnlyList<AbsoluteGate> limits, double? allowance) => (_limits, _allowance) = (limits, allowance);

    /// <summary>No gate.</summary>
    public static RunGates None { get; } = new([], null);

    /// <summary>Reads the options.</summary>
    /// <param name="options">The options of the run.</param>
    /// <param name="request">What the run measures.</param>
    /// <param name="isResumed">True if the sweep is resumed. Its trials may be fewer than its gate needs.</param>
    /// <exception cref="UsageException">A gate is invalid, or nothing that is measured can fail it.</exception>
    public static RunGates Read(RunOptions options, SweepRequest request, bool isResumed)
    {
        var reader = new OptionReader();
        var limits = new GateReader(reader, [.. request.Databases.Select(d => d.Definition.Name)])
            .Read(options.FailBelow, options.FailAbove);
        reader.RefuseIf(options.FailSlower is not null && request.PairAxis is null, "--fail-slower",
            "nothing is compared; name the axis by --ab");
        double? allowance = options.FailSlower is null ? null
            : reader.Decimal("--fail-slower", options.FailSlower.Percent, SmallestAllowance, LargestAllowance) / 100;

        // A resumed sweep may have fewer trials than its gate needs: its end says so.
        if (allowance is not null && request is { PairAxis: not null, Search: null } && !isResumed
            && PairsOutput.TooFew(request.Trials - request.WarmUp, request.ComparedPoints, request.Confidence) is { } why)
        {
            reader.Refuse("--fail-slower", $"{why}; give more --trials, or leave it out");
        }

        reader.ThrowIfRefused();
        return new RunGates(limits, allowance);
    }

    /// <summary>Judges the result, and says of each gate and point whether it passes, fails or is not judged.</summary>
    /// <param name="result">The result.</param>
    /// <param name="say">Receives one line per judgement.</param>
    /// <returns>True if a gate fails.</returns>
    public bool Judge(StoredResult result, Action<string> say)
    {
        bool fails = false;
        foreach (var gate in _limits)
        {
            var findings = gate.Judge(result.Summary);
            foreach (var finding in findings)
            {
                say($"{(finding.Fails ? "FAILS" : finding.IsJudged ? "Passes" : "Not judged")}: {finding}");
                fails |= finding.Fails;
            }

            if (findings.Count == 0)
            {
                say($"Not judged: {gate.Words}: " + (gate.Database is null
                    && result.Manifest.Configuration.Points.All(point => point.Database == TargetCatalog.Ceiling)
                    ? $"{TargetCatalog.Ceiling} stores nothing and is judged only by its name; write {TargetCatalog.Ceiling}: "
                        + "before the limit."
                    : "the run has measured no point that the gate is for."));
            }
        }

        if (_allowance is { } allowance && result.Manifest.Configuration.PairAxis is { } axis)
        {
            // The allowance asks another question about the same pairs. The verdict remains.
            var judged = Comparison.OfPairs(result.Summary, axis, allowance);
            fails |= judged.IsRegression;
            say(PairsOutput.Judgement(judged, allowance));
        }

        return fails;
    }
}
