using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Verbs;

/// <summary>Finds what is wrong with the values of options when something else is wrong with the command already: a user then learns all of it at once.</summary>
internal static class ValueCheck
{
    /// <summary>Reads the values of a verb's options without doing anything.</summary>
    /// <param name="options">The options; those that could not be understood are not given.</param>
    /// <returns>One line each that is wrong.</returns>
    public static IReadOnlyList<string> Of(object? options)
    {
        try
        {
            switch (options)
            {
                case SweepOptions { } sweep when options is not (RunOptions { Resume: not null } or VerifyOptions { Folder: not null }):
                    _ = new SweepRequestReader(Databases.With(sweep.Plugins), Environment.GetEnvironmentVariable).Read(sweep);
                    break;
                case CompareOptions compare:
                    _ = CompareVerb.Read(compare);
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
