using DbIngest.Clusters.Containers;

namespace DbIngest.Clusters.Tests.Containers;

/// <summary>A deployment file for any database that runs in containers.</summary>
internal static class ContainerTexts
{
    /// <summary>A file at version 1.2.3, with a password where the database takes one.</summary>
    public static string Of(ContainerRecipe recipe, string provider, string further = "") =>
        $"database: {recipe.Database}\nprovider: {provider}\n{(recipe.Image.Length > 0 ? "version: 1.2.3" : "image: some/image:1.2.3")}\n"
        + (recipe.TakesCredentials ? "credentials: {user: sa, password_env: MY_PASSWORD}\n" : string.Empty)
        + (recipe.Database == "sqlserver" ? "settings: {accept_eula: true}\n" : string.Empty) + further;
}
