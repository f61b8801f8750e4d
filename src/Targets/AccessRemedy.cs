using System.Security.Authentication;

namespace DbIngest.Targets;

/// <summary>
/// Writes the remedies that messages end with when a server refuses the login or a request, or presents an untrusted
/// certificate. The error classes of the databases append them when a verb fails, and <c>ClusterVerb</c> and
/// <c>ClusterTable</c> adapt them to a deployment. It reads no password.
/// </summary>
/// <remarks>
/// <see cref="OfDeployment"/> looks for the text of <see cref="Password"/> in a finished message, so a message must contain this
/// text unchanged.
/// </remarks>
public static class AccessRemedy
{
    /// <summary>The remedy for a user who has logged in but lacks a right. Another password does not help.</summary>
    internal const string Right = " (remedy: grant the user that right, or name another user in --endpoint)";

    /// <summary>The remedy for a missing or wrong password.</summary>
    /// <param name="database">The name for <c>--db</c>.</param>
    public static string Password(string database) =>
        $" (remedy: set DBINGEST_{database.ToUpperInvariant()}_PASSWORD, or name a file that holds the password by "
        + $"--password-file)";

    /// <summary>
    /// Adapts a message about a deployment, whose file names the variable of its password, so that the remedy names that
    /// variable.
    /// </summary>
    /// <param name="message">A message that may contain <see cref="Password"/>.</param>
    /// <param name="database">The name for <c>--db</c>.</param>
    /// <param name="variable">The environment variable in the deployment's file. Null if the file names none.</param>
    public static string OfDeployment(string message, string database, string? variable) => message.Replace(
        Password(database),
        variable is null ? " (remedy: write credentials with user and password_env into the deployment's file)"
            : $" (remedy: set {variable}, which the deployment's file names, to that user's password)",
        StringComparison.Ordinal);

    /// <summary>The remedy for an untrusted server certificate. Empty if something else failed.</summary>
    /// <param name="error">The failure, whose inner exceptions are searched.</param>
    /// <param name="how">How the endpoint names an authority, to complete "remedy: ...".</param>
    internal static string Certificate(Exception error, string how)
    {
        for (var cause = error; cause is not null; cause = cause.InnerException)
        {
            if (cause is AuthenticationException && cause.Message.Contains("certificate", StringComparison.OrdinalIgnoreCase))
            {
                return $" (the server's certificate is self-signed, of an authority unknown here, or for another name; "
                    + $"remedy: {how})";
            }
        }

        return string.Empty;
    }
}
