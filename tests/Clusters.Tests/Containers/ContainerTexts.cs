using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Tests.Containers;

/// <summary>A deployment file for any database that runs in containers.</summary>
internal static class ContainerTexts
{
    /// <summary>A deployment's id that looks like a number.</summary>
    public const string Id = "12345678901234e5";

    /// <summary>
    /// A file at version 1.2.3, with a password where the database takes one, and encryption where it takes none without.
    /// </summary>
    public static string Of(ContainerRecipe recipe, string provider, string further = "") => Plain(recipe, provider)
        + (HasUser(recipe, provider) ? "credentials: {user: sa, password_env: MY_PASSWORD}\n" : string.Empty)
        + (recipe.NeedsClientCertificate ? Tls(recipe) : string.Empty) + further;

    /// <summary>The same, encrypted.</summary>
    public static string Encrypted(ContainerRecipe recipe, string provider) => Of(recipe, provider)
        + (recipe.NeedsClientCertificate ? string.Empty : Tls(recipe))
        + (provider == "kubernetes" ? "operator: none\n" : string.Empty);

    /// <summary>Whether containers are handed the password: others have their user made by somebody who speaks to them.</summary>
    public static bool HandsThePasswordOn(ContainerRecipe recipe) => recipe.TakesCredentials
        && recipe.Database is not ("cassandra" or "cockroach");

    private static string Plain(ContainerRecipe recipe, string provider) =>
        $"database: {recipe.Database}\nprovider: "
        + $"{provider}\n{(recipe.Image.Length > 0 ? "version: 1.2.3" : "image: some/image:1.2.3")}\n"
        + (recipe.Database == "sqlserver" ? "settings: {accept_eula: true}\n" : string.Empty);

    private static bool HasUser(ContainerRecipe recipe, string provider) => recipe.TakesCredentials
        && (recipe.Database, provider) is not ("cassandra", "kubernetes");

    private static string Tls(ContainerRecipe recipe) =>
        $"tls: {{authority: own/my.ca, certificate: own/my.crt, key: "
        + $"own/my.key{(recipe.NeedsClientCertificate ? ", client_certificate: own/root.crt, client_key: own/root.key" : string.Empty)}}}\n";
}
