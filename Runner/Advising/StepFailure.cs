using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Advising;

/// <summary>
/// Tells which failures of a step leave its store "not measured" while the other stores go on. <c>AdviseVerb</c> asks it about
/// every exception of a sweep. A defect of this program, an interruption and standard output that takes nothing more end the
/// whole advice instead.
/// </summary>
internal static class StepFailure
{
    /// <summary>Why the store of a step could not be measured.</summary>
    /// <param name="exception">What ended the sweep.</param>
    /// <returns>The reason, which may contain secrets. Null if the exception ends the whole advice.</returns>
    public static string? WhyOf(Exception exception) => exception switch
    {
        UsageException usage => string.Join(" ", usage.Messages),
        UnavailableException or ResultException => exception.Message,
        OperationCanceledException or OutputException => null,
        _ when ResourceLack.Of(exception) is { } lack => lack,
        IOException or UnauthorizedAccessException => exception.Message,
        _ => null,
    };
}
