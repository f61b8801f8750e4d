using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Checks option values of a command that is invalid for another reason, so that the user sees all problems at once.
/// <see cref="CommandExecution"/> calls it when arguments were refused. It opens no database, but it loads the plug-ins that
/// the command names. It checks <c>run</c>, <c>plan</c>, <c>verify</c>, <c>serve</c> and <c>compare</c>, but not
/// <c>run --resume</c>, <c>run --again</c> and <c>verify DIR</c>, whose other options are stored.
/// </summary>
internal static class ValueCheck
{
    /// <summary>Reads the values of a verb's options.</summary>
    /// <param name="options">The options that could be bound.</param>
    /// <returns>One line per problem.</returns>
    public static IReadOnlyList<string> Of(object? options)
    {
        try
        {
            switch (options)
            {
                case SweepOptions { } sweep when options is not (
                    RunOptions { Resume: not null } or RunOptions { Again: not null } or VerifyOptions { Folder: not null }
                    or AdviseOptions):
                    _ = new SweepRequestReader(Databases.With(sweep.Plugins), Environment.GetEnvironmentVariable).Read(sweep);
                    break;
                case ServeOptions serve:
                    _ = new ServeRequestReader(Databases.With(serve.Plugins), Environment.GetEnvironmentVariable).Read(serve);
                    break;
                case CompareOptions compare:
                    CompareVerb.Check(compare);
                    break;
            }

            return [];
        }
        catch (UsageException exception)
        {
            return exception.Messages;
        }
    }
}
